#pragma once

// Loads shared libraries when they are first needed, so that building takes no development package and a
// machine without one of them runs everything else.
//
// The header of a library states its functions in one list, and makes a structure and a loader of it:
//
//     #define ZLIB_FUNCTIONS(FUNCTION) \
//         FUNCTION(const char *_Nonnull, zlibVersion, (void)) \
//         FUNCTION(uLong, compressBound, (uLong count))
//     LIBRARY(zlib, ZLIB_FUNCTIONS)
//
// Swift loads it with `zlib_open("libz.so.1", &error)` and calls `library.compressBound(count)`. Functions
// with a variable number of arguments need a wrapper in C. The module map says `[system]`, so that Swift
// asks for no annotation of every pointer.

#include <stddef.h>

// Swift takes a pointer that may be NULL for an optional one; only results that never are NULL are annotated.
#pragma clang diagnostic ignored "-Wnullability-completeness"

/// Loads a library by its file name, and writes the addresses of functions, one behind the other.
///
/// Returns NULL, or else the reason why the library or a function is missing, to be copied before the thread
/// loads anything else. The library's code stays in memory until the process ends.
const char *_Nullable load_library(
    const char *_Nonnull file, const char *const _Nonnull *_Nonnull names, size_t count,
    void *_Nonnull *_Nonnull functions);

/// Declares a structure of functions, `struct zlib_library`, and `zlib_open`, which loads them.
///
/// It sets `error` to NULL or to the reason, as above. With a reason, no function may be called.
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
