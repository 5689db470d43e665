#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/// The head of libcurl's `curl_version_info_data`, up to the last field that is read here.
struct version_info {
    int age;
    const char *version;
    unsigned int version_num;
    const char *host;
    int features;
    const char *ssl_version;
    long ssl_version_num;
    const char *libz_version;
    const char *const *protocols;
    const char *ares;
    int ares_num;
    const char *libidn;
    int iconv_ver_num;
    const char *libssh_version;
    unsigned int brotli_ver_num;
    const char *brotli_version;
    unsigned int nghttp2_ver_num;
    const char *nghttp2_version;
    const char *quic_version;
    const char *cainfo;
};

/// The age from which on `version_info` holds all the above (CURLVERSION_SEVENTH, libcurl 7.70).
enum { VERSION_AGE = 6 };

/// A message from `curl_multi_info_read`.
struct message {
    int kind;
    CURL *easy;
    union {
        void *pointer;
        CURLcode result;
    } data;
};

/// The kind of message that ends a transfer (CURLMSG_DONE).
enum { MESSAGE_DONE = 1 };

struct curl_library {
    CURLcode (*global_init)(long);
    struct version_info *(*version_info)(int);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    const char *(*easy_strerror)(CURLcode);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*easy_perform)(CURL *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, void *, unsigned int, int, int *);
    CURLMcode (*multi_wakeup)(CURLM *);
    const char *(*multi_strerror)(CURLMcode);
    struct message *(*multi_info_read)(CURLM *, int *);
};

/// Where each function goes, by its name in the library.
static const struct {
    const char *name;
    size_t offset;
} symbols[] = {
#define SYMBOL(function) {"curl_" #function, offsetof(struct curl_library, function)}
    SYMBOL(global_init),      SYMBOL(version_info),  SYMBOL(easy_init),        SYMBOL(easy_cleanup),
    SYMBOL(easy_strerror),    SYMBOL(easy_setopt),   SYMBOL(easy_getinfo),     SYMBOL(slist_append),
    SYMBOL(slist_free_all),   SYMBOL(multi_init),    SYMBOL(multi_cleanup),    SYMBOL(multi_setopt),
    SYMBOL(multi_add_handle), SYMBOL(multi_perform), SYMBOL(multi_poll),       SYMBOL(multi_remove_handle),
    SYMBOL(multi_wakeup),     SYMBOL(multi_strerror), SYMBOL(multi_info_read),
    SYMBOL(easy_perform),
#undef SYMBOL
};

const struct curl_library *curl_library_open(const char *name, const char **error) {
    void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        *error = dlerror();
        return NULL;
    }
    struct curl_library *library = calloc(1, sizeof *library);
    if (!library) {
        *error = "out of memory";
        return NULL;
    }
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *function = dlsym(file, symbols[index].name);
        if (!function) {
            *error = dlerror();
            free(library);
            return NULL;
        }
        memcpy((char *)library + symbols[index].offset, &function, sizeof function);
    }
    // Before libcurl 7.84 two threads must not be in here at once.
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    enum { GLOBAL_INIT_ALL = 3 };
    pthread_mutex_lock(&lock);
    CURLcode code = library->global_init(GLOBAL_INIT_ALL);
    pthread_mutex_unlock(&lock);
    if (code != CURLE_OK) {
        *error = library->easy_strerror(code);
        free(library);
        return NULL;
    }
    return library;
}

void curl_library_close(const struct curl_library *library) { free((void *)library); }

const char *curl_library_version(const struct curl_library *library) {
    return library->version_info(VERSION_AGE)->version;
}

const char *curl_library_certificates(const struct curl_library *library) {
    const struct version_info *info = library->version_info(VERSION_AGE);
    return info->age >= VERSION_AGE ? info->cainfo : NULL;
}

CURL *ccurl_easy_init(const struct curl_library *library) { return library->easy_init(); }

void ccurl_easy_cleanup(const struct curl_library *library, CURL *easy) { library->easy_cleanup(easy); }

const char *ccurl_easy_strerror(const struct curl_library *library, CURLcode code) {
    return library->easy_strerror(code);
}

CURLcode ccurl_easy_set_long(const struct curl_library *library, CURL *easy, CURLoption option, long value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_offset(
    const struct curl_library *library, CURL *easy, CURLoption option, int64_t value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_pointer(
    const struct curl_library *library, CURL *easy, CURLoption option, const void *value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_bytes_callback(
    const struct curl_library *library, CURL *easy, CURLoption option, curl_bytes_callback value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_opensocket_callback(
    const struct curl_library *library, CURL *easy, curl_opensocket_callback value) {
    return library->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

CURLcode ccurl_easy_set_progress_callback(
    const struct curl_library *library, CURL *easy, curl_progress_callback value) {
    return library->easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

CURLcode ccurl_easy_perform(const struct curl_library *library, CURL *easy) {
    return library->easy_perform(easy);
}

CURLcode ccurl_easy_get_pointer(const struct curl_library *library, CURL *easy, CURLINFO info, void **value) {
    return library->easy_getinfo(easy, info, value);
}

struct curl_slist *ccurl_slist_append(
    const struct curl_library *library, struct curl_slist *list, const char *string) {
    return library->slist_append(list, string);
}

void ccurl_slist_free_all(const struct curl_library *library, struct curl_slist *list) {
    library->slist_free_all(list);
}

CURLM *ccurl_multi_init(const struct curl_library *library) { return library->multi_init(); }

CURLMcode ccurl_multi_cleanup(const struct curl_library *library, CURLM *multi) {
    return library->multi_cleanup(multi);
}

CURLMcode ccurl_multi_set_long(
    const struct curl_library *library, CURLM *multi, CURLMoption option, long value) {
    return library->multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add_handle(const struct curl_library *library, CURLM *multi, CURL *easy) {
    return library->multi_add_handle(multi, easy);
}

CURLMcode ccurl_multi_remove_handle(const struct curl_library *library, CURLM *multi, CURL *easy) {
    return library->multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_perform(const struct curl_library *library, CURLM *multi) {
    int running;
    return library->multi_perform(multi, &running);
}

CURLMcode ccurl_multi_poll(const struct curl_library *library, CURLM *multi, int milliseconds) {
    return library->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(const struct curl_library *library, CURLM *multi) {
    return library->multi_wakeup(multi);
}

const char *ccurl_multi_strerror(const struct curl_library *library, CURLMcode code) {
    return library->multi_strerror(code);
}

CURL *ccurl_multi_next_done(const struct curl_library *library, CURLM *multi, CURLcode *result) {
    int left;
    struct message *message;
    while ((message = library->multi_info_read(multi, &left))) {
        if (message->kind != MESSAGE_DONE) continue;
        *result = message->data.result;
        return message->easy;
    }
    return NULL;
}

size_t curl_sockaddr_ip(const struct curl_sockaddr *address, uint8_t bytes[16]) {
    // The structure ends with a `sockaddr`, but stands in memory that holds one of any family.
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

int memory_file(void) { return memfd_create("certificates", MFD_CLOEXEC); }
