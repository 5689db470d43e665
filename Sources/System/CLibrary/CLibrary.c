// For `dladdr`.
#define _GNU_SOURCE
#include "CLibrary.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *load_library(const char *file, const char *const *names, size_t count, void **functions) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    for (size_t index = 0; index < count; index++) {
        functions[index] = dlsym(library, names[index]);
        if (!functions[index]) return dlerror();
    }
    return NULL;
}

bool has_library(const char *file) {
    Dl_info libc;
    char path[PATH_MAX];
    if (dladdr((void *)puts, &libc) && libc.dli_fname) {
        const char *slash = strrchr(libc.dli_fname, '/');
        int folder = slash ? (int)(slash - libc.dli_fname) : 0;
        int length = snprintf(path, sizeof path, "%.*s/%s", folder, libc.dli_fname, file);
        if (slash && length < (int)sizeof path && access(path, R_OK) == 0) return true;
    }
    return dlopen(file, RTLD_LAZY | RTLD_LOCAL) != NULL;
}
