#define _GNU_SOURCE
#include "CZlib.h"

#include <dlfcn.h>
#include <string.h>

enum {
    /// Z_OK and Z_BEST_COMPRESSION.
    DONE = 0,
    BEST_COMPRESSION = 9,
};

typedef int (*compress_function)(
    uint8_t *compressed, unsigned long *capacity, const uint8_t *bytes, unsigned long count, int level);

size_t zlib_compress(
    const char *library, const uint8_t *bytes, size_t count, uint8_t *compressed, size_t capacity) {
    void *file = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *symbol = file ? dlsym(file, "compress2") : NULL;
    if (!symbol) return 0;
    compress_function compress;
    memcpy(&compress, &symbol, sizeof compress);
    unsigned long length = capacity;
    return compress(compressed, &length, bytes, count, BEST_COMPRESSION) == DONE ? length : 0;
}
