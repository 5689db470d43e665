#pragma once

// The functions of zlib that compress files and answers and decompress zip archives. Every version 1 of zlib
// has them.

#include <stddef.h>
#include <stdint.h>

#include "CLibrary.h"

/// Z_OK and Z_BUF_ERROR of zlib.h.
enum { ZLIB_OK = 0, ZLIB_BUFFER_ERROR = -5 };

/// `z_stream` of zlib.h. Its layout is part of the interface of version 1: `inflateInit2_` gets its size and
/// refuses another one.
struct zlib_stream {
    const uint8_t *_Nullable next_in;
    unsigned int available_in;
    unsigned long total_in;
    uint8_t *_Nullable next_out;
    unsigned int available_out;
    unsigned long total_out;
    const char *_Nullable message;
    void *_Nullable state;
    /// NULL for `malloc` and `free`.
    void *_Nullable allocate;
    void *_Nullable free;
    void *_Nullable opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

/// `compress2` compresses bytes into the zlib format (RFC 1950). It allocates some 270 KB and frees them.
/// `length` holds the capacity before the call, and the number of written bytes after it.
///
/// `inflateInit2_` allocates some 50 KB, which `inflateEnd` frees. Negative window bits mean a raw DEFLATE
/// stream (RFC 1951).
#define ZLIB_FUNCTIONS(FUNCTION) \
    FUNCTION(int, compress2, \
             (uint8_t *_Nonnull compressed, unsigned long *_Nonnull length, const uint8_t *_Nonnull bytes, \
              unsigned long count, int level)) \
    FUNCTION(int, inflateInit2_, \
             (struct zlib_stream *_Nonnull stream, int window_bits, const char *_Nonnull version, int size)) \
    FUNCTION(int, inflate, (struct zlib_stream *_Nonnull stream, int flush)) \
    FUNCTION(int, inflateEnd, (struct zlib_stream *_Nonnull stream))
LIBRARY(zlib, ZLIB_FUNCTIONS)

/// Decompresses a raw DEFLATE stream whose content has this size.
///
/// It is C because zlib keeps the address of its stream between calls. Returns `ZLIB_OK` if the stream and
/// the content end together, or else an error of zlib.
int zlib_inflate(
    struct zlib_library zlib, const uint8_t *_Nullable bytes, size_t count, uint8_t *_Nullable content,
    size_t size);
