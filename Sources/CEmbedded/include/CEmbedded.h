#pragma once

// The files that are part of the program, so that it can be moved without them: texts as they are, each with
// a zero behind it. In Swift they would be literals of as many numbers, which take long to compile.

/// A file by its name. One without a name ends a list of files.
struct EmbeddedFile {
    const char *name;
    const char *text;
};

/// `openapi.yaml`.
const char *embedded_description(void);

/// The page itself, and its service worker.
const char *embedded_page(void);
const char *embedded_worker(void);

/// What else there is in `Sources/Web/Page`, and the pictures in `Sources/Web/Icons`.
const struct EmbeddedFile *embedded_assets(void);
const struct EmbeddedFile *embedded_icons(void);
