#pragma once

// The one function of zlib that the page's files need.
//
// The library is loaded when it is first needed, so that building takes no development package and a machine
// without zlib runs everything else. Only `compress2` is used, which every version 1 has.

#include <stddef.h>
#include <stdint.h>

/// Compresses bytes into the zlib format (RFC 1950), as small as zlib makes them.
///
/// Returns how many bytes it wrote; 0 when the library of that file name is missing, when memory runs out, or
/// when the output takes more than `capacity` bytes. zlib frees what it allocates, some 270 KB, before that.
/// The library's code stays in memory until the process ends.
size_t zlib_compress(
    const char *library, const uint8_t *bytes, size_t count, uint8_t *compressed, size_t capacity);
