#pragma once

#include <stddef.h>

// The files that are embedded in the program, so that it can be moved without them. As Swift literals of as
// many numbers they would take long to compile.

/// A file with its name. A file without a name ends a list.
struct EmbeddedFile {
    const char *name;
    const unsigned char *content;
    size_t octets;
};

/// `openapi.yaml`, and `openapi.json`, which `.ci/openapi-json` makes of it.
struct EmbeddedFile embedded_description(void);
struct EmbeddedFile embedded_description_json(void);

/// The page and its service worker.
struct EmbeddedFile embedded_page(void);
struct EmbeddedFile embedded_worker(void);

/// The other files in `Sources/Serve/Web/Page` and its folders, and the icons in `Sources/Serve/Web/Icons`.
const struct EmbeddedFile *embedded_assets(void);
const struct EmbeddedFile *embedded_icons(void);

/// The pages of `Sources/checklistd/Documentation.docc`, by name without `.md`, and their style sheet.
const struct EmbeddedFile *embedded_manual(void);
struct EmbeddedFile embedded_manual_style(void);

/// The files of `Sources/Serve/Web/Reference`, by name.
const struct EmbeddedFile *embedded_reference(void);
