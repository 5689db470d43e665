#pragma once

// The only function of zlib that the page's files need. Every version 1 of zlib has it.

#include <stddef.h>
#include <stdint.h>

#include "CLibrary.h"

/// Z_OK and Z_BEST_COMPRESSION of zlib.h.
enum { ZLIB_OK = 0, ZLIB_BEST_COMPRESSION = 9 };

/// `compress2` compresses bytes into the zlib format (RFC 1950). It allocates some 270 KB and frees them.
/// `length` holds the capacity before the call, and the number of written bytes after it.
#define ZLIB_FUNCTIONS(FUNCTION) \
    FUNCTION(int, compress2, \
             (uint8_t *_Nonnull compressed, unsigned long *_Nonnull length, const uint8_t *_Nonnull bytes, \
              unsigned long count, int level))
LIBRARY(zlib, ZLIB_FUNCTIONS)
