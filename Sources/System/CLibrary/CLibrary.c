#include "CLibrary.h"

#include <dlfcn.h>

const char *load_library(const char *file, const char *const *names, size_t count, void **functions) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    for (size_t index = 0; index < count; index++) {
        functions[index] = dlsym(library, names[index]);
        if (!functions[index]) return dlerror();
    }
    return NULL;
}
