#include "CZlib.h"

#include <limits.h>

// Z_FINISH and Z_STREAM_END of zlib.h. The window has 2^15 bytes.
enum { FINISH = 4, STREAM_END = 1, RAW_WINDOW_BITS = -15 };

size_t zlib_deflate(
    struct zlib_library zlib, int level, bool is_last, const uint8_t *bytes, size_t count,
    uint8_t *compressed, size_t capacity) {
    // Z_FULL_FLUSH, Z_DEFLATED, Z_DEFAULT_STRATEGY and the memory level of deflateInit.
    enum { FULL_FLUSH = 3, DEFLATED = 8, DEFAULT_STRATEGY = 0, MEMORY_LEVEL = 8 };
    if (count > UINT_MAX || capacity > UINT_MAX) return 0;
    struct zlib_stream stream = {
        .next_in = bytes,
        .available_in = (unsigned int)count,
        .next_out = compressed,
        .available_out = (unsigned int)capacity,
    };
    int result = zlib.deflateInit2_(
        &stream, level, DEFLATED, RAW_WINDOW_BITS, MEMORY_LEVEL, DEFAULT_STRATEGY, "1", sizeof stream);
    if (result != ZLIB_OK) return 0;
    result = zlib.deflate(&stream, is_last ? FINISH : FULL_FLUSH);
    zlib.deflateEnd(&stream);
    // With room left, everything was written.
    bool is_whole = is_last ? result == STREAM_END : result == ZLIB_OK && stream.available_out > 0;
    return is_whole ? stream.total_out : 0;
}

int zlib_inflate(
    struct zlib_library zlib, const uint8_t *bytes, size_t count, uint8_t *content, size_t size) {
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
