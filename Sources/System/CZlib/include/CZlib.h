#pragma once

// The functions of zlib that compress files and answers and decompress zip archives. Every version 1 of zlib
// has them.

#include <stdbool.h>
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

/// `deflateInit2_` allocates some 270 KB, which `deflateEnd` frees; `inflateInit2_` allocates some 50 KB,
/// which `inflateEnd` frees. Negative window bits mean a raw DEFLATE stream (RFC 1951).
#define ZLIB_FUNCTIONS(FUNCTION) \
    FUNCTION(int, deflateInit2_, \
             (struct zlib_stream *_Nonnull stream, int level, int method, int window_bits, int memory_level, \
              int strategy, const char *_Nonnull version, int size)) \
    FUNCTION(int, deflate, (struct zlib_stream *_Nonnull stream, int flush)) \
    FUNCTION(int, deflateEnd, (struct zlib_stream *_Nonnull stream)) \
    FUNCTION(int, inflateInit2_, \
             (struct zlib_stream *_Nonnull stream, int window_bits, const char *_Nonnull version, int size)) \
    FUNCTION(int, inflate, (struct zlib_stream *_Nonnull stream, int flush)) \
    FUNCTION(int, inflateEnd, (struct zlib_stream *_Nonnull stream))
LIBRARY(zlib, ZLIB_FUNCTIONS)

/// Compresses a piece of a raw DEFLATE stream. Each piece is whole octets and repeats nothing of earlier
/// ones, so that pieces follow one another and the last one ends the stream.
///
/// It is C because zlib keeps the address of its stream between calls. Returns the number of octets in
/// `compressed`; 0 if zlib lacks memory or `capacity` is too small.
size_t zlib_deflate(
    struct zlib_library zlib, int level, bool is_last, const uint8_t *_Nullable bytes, size_t count,
    uint8_t *_Nonnull compressed, size_t capacity);

/// Decompresses a raw DEFLATE stream whose content has this size.
///
/// It is C because zlib keeps the address of its stream between calls. Returns `ZLIB_OK` if the stream and
/// the content end together, or else an error of zlib.
int zlib_inflate(
    struct zlib_library zlib, const uint8_t *_Nullable bytes, size_t count, uint8_t *_Nullable content,
    size_t size);
