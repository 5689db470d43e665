#pragma once

#include <stddef.h>

// The files that are part of the program, as they are, so that it can be moved without them. In Swift they
// would be literals of as many numbers, which take long to compile.

/// A file by its name. One without a name ends a list of files.
struct EmbeddedFile {
    const char *name;
    const unsigned char *content;
    size_t octets;
};

/// `openapi.yaml`.
struct EmbeddedFile embedded_description(void);

/// The page itself, and its service worker.
struct EmbeddedFile embedded_page(void);
struct EmbeddedFile embedded_worker(void);

/// What else there is in `Sources/Serve/Web/Page` and its folders, and the pictures in
/// `Sources/Serve/Web/Icons`.
const struct EmbeddedFile *embedded_assets(void);
const struct EmbeddedFile *embedded_icons(void);
