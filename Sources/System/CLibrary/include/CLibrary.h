#pragma once

// Loads shared libraries when they are first needed. A build needs no development packages, and a machine
// without one of the libraries runs everything else.
//
// The header of a library lists its functions once. A macro makes a structure and a loader of the list:
//
//     #define ZLIB_FUNCTIONS(FUNCTION) \
//         FUNCTION(const char *_Nonnull, zlibVersion, (void)) \
//         FUNCTION(uLong, compressBound, (uLong count))
//     LIBRARY(zlib, ZLIB_FUNCTIONS)
//
// Swift loads it with `zlib_open("libz.so.1", &error)` and calls `library.compressBound(count)`. Variadic
// functions need a wrapper in C. The module map says `[system]`, so that Swift requires no annotation on
// every pointer.

#include <stdbool.h>
#include <stddef.h>

// Swift imports a pointer that may be NULL as an optional. Only results that are never NULL are annotated.
#pragma clang diagnostic ignored "-Wnullability-completeness"

/// Loads a library by its file name and writes the addresses of the functions in order.
///
/// Returns NULL, or the reason why the library or a function is missing. The caller must copy the reason
/// before the thread loads anything else. The library stays in memory until the process ends.
const char *_Nullable load_library(
    const char *_Nonnull file, const char *const _Nonnull *_Nonnull names, size_t count,
    void *_Nonnull *_Nonnull functions);

/// Whether a shared library is installed, by its file name.
///
/// A distribution has all libraries in the folder of the C library. The loader looks elsewhere, and keeps
/// what it finds.
bool has_library(const char *_Nonnull file);

/// Declares a structure of functions, `struct zlib_library`, and its loader `zlib_open`.
///
/// The loader sets `error` to NULL or to the reason, as above. With a reason, no function may be called.
#define LIBRARY(library, FUNCTIONS) \
    struct library##_library { \
        FUNCTIONS(LIBRARY_MEMBER) \
    }; \
    static inline struct library##_library library##_open( \
        const char *_Nonnull file, const char *_Nullable *_Nonnull error) { \
        static const char *const names[] = {FUNCTIONS(LIBRARY_NAME)}; \
        union { \
            void *addresses[sizeof names / sizeof *names]; \
            struct library##_library functions; \
        } loaded = {}; \
        *error = load_library(file, names, sizeof names / sizeof *names, loaded.addresses); \
        return loaded.functions; \
    }
#define LIBRARY_MEMBER(result, name, parameters) result(*_Nonnull name) parameters;
#define LIBRARY_NAME(result, name, parameters) #name,
