// Puts a fault of a store into the built service, to prove that the tools beside this file see it.
//
// A library that is loaded before the C library (LD_PRELOAD) and makes the calls that keep data go wrong. The
// environment variable SEEDED_FAULT names how; without it nothing is wrong.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_seeded(const char *fault) {
    const char *seeded = getenv("SEEDED_FAULT");
    return seeded && strcmp(seeded, fault) == 0;
}

static int really(const char *call, int descriptor) {
    int (*function)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    return function(descriptor);
}

static int is_folder(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

static int is_temporary(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path);
    return count > 4 && memcmp(path + count - 4, ".tmp", 4) == 0;
}

static void *sync_later(void *descriptor) {
    usleep(3000);
    really("fdatasync", (int)(intptr_t)descriptor);
    return NULL;
}

// The journal is synced by this.
int fdatasync(int descriptor) {
    if (is_seeded("no sync")) return 0;
    if (is_seeded("early answer")) {
        pthread_t thread;
        pthread_create(&thread, NULL, sync_later, (void *)(intptr_t)descriptor);
        return pthread_detach(thread);
    }
    int result = really("fdatasync", descriptor);
    if (result != 0 && is_seeded("retry after a failed sync")) return really("fdatasync", descriptor);
    return result;
}

// Folders, and files that are to replace others, are synced by this.
int fsync(int descriptor) {
    if (is_seeded("no folder sync") && is_folder(descriptor)) return 0;
    if (is_seeded("rename before sync") && is_temporary(descriptor)) return 0;
    return really("fsync", descriptor);
}

int rename(const char *path, const char *new_path) {
    int (*function)(const char *, const char *) =
        (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    int result = function(path, new_path);
    if (result != 0 || !is_seeded("rename before sync")) return result;
    int descriptor = open(new_path, O_RDWR | O_CLOEXEC);
    really("fsync", descriptor);
    return close(descriptor);
}
