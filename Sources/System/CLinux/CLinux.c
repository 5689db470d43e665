// For `dl_iterate_phdr`.
#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

static int arguments_count;
static char **arguments;

// glibc passes the arguments of `main` to constructors.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    arguments_count = count;
    arguments = values;
}

int argument_count(void) { return arguments_count; }

const char *argument(int index) { return arguments[index]; }

// Whether the loader changed the code itself while it loaded the object. Such pages have no copy in the file.
static bool has_text_relocations(const struct dl_phdr_info *object) {
    for (size_t index = 0; index < object->dlpi_phnum; index++) {
        if (object->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + object->dlpi_phdr[index].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL) return true;
            if (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL) return true;
        }
    }
    return false;
}

static int release_object(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    if (has_text_relocations(object)) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr, end = start + segment->p_filesz;
        start &= ~(page - 1);
        // Locked memory is refused and stays mapped.
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void release_code(void) { dl_iterate_phdr(release_object, NULL); }
