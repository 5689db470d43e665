#include "CZlib.h"

#include <limits.h>

int zlib_inflate(
    struct zlib_library zlib, const uint8_t *bytes, size_t count, uint8_t *content, size_t size) {
    // Z_FINISH and Z_STREAM_END of zlib.h. The window has 2^15 bytes.
    enum { FINISH = 4, STREAM_END = 1, RAW_WINDOW_BITS = -15 };
    if (count > UINT_MAX || size > UINT_MAX) return ZLIB_BUFFER_ERROR;
    // zlib refuses NULL as the place of an empty content.
    uint8_t nothing;
    struct zlib_stream stream = {
        .next_in = bytes,
        .available_in = (unsigned int)count,
        .next_out = content ? content : &nothing,
        .available_out = (unsigned int)(content ? size : 0),
    };
    int result = zlib.inflateInit2_(&stream, RAW_WINDOW_BITS, "1", sizeof stream);
    if (result != ZLIB_OK) return result;
    result = zlib.inflate(&stream, FINISH);
    zlib.inflateEnd(&stream);
    if (result == ZLIB_OK) return ZLIB_BUFFER_ERROR;
    if (result != STREAM_END) return result;
    return stream.available_in == 0 && stream.total_out == size ? ZLIB_OK : ZLIB_BUFFER_ERROR;
}
