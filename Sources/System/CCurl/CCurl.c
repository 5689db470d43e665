#define _GNU_SOURCE
#include "CCurl.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/mman.h>

CURLcode curl_easy_set_long(struct curl_library library, CURL *easy, CURLoption option, long value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode curl_easy_set_offset(struct curl_library library, CURL *easy, CURLoption option, int64_t value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode curl_easy_set_pointer(
    struct curl_library library, CURL *easy, CURLoption option, const void *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode curl_easy_set_bytes_callback(
    struct curl_library library, CURL *easy, CURLoption option, curl_bytes_callback value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode curl_easy_set_opensocket_callback(
    struct curl_library library, CURL *easy, curl_opensocket_callback value) {
    return library.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

CURLcode curl_easy_set_progress_callback(
    struct curl_library library, CURL *easy, curl_progress_callback value) {
    return library.curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

CURLcode curl_easy_get_pointer(struct curl_library library, CURL *easy, CURLINFO info, void **value) {
    return library.curl_easy_getinfo(easy, info, value);
}

CURLMcode curl_multi_set_long(struct curl_library library, CURLM *multi, CURLMoption option, long value) {
    return library.curl_multi_setopt(multi, option, value);
}

CURL *curl_multi_next_done(struct curl_library library, CURLM *multi, CURLcode *result) {
    enum { CURLMSG_DONE = 1 };
    int left;
    struct CURLMsg *message;
    while ((message = library.curl_multi_info_read(multi, &left))) {
        if (message->kind != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy;
    }
    return NULL;
}

size_t curl_sockaddr_ip(const struct curl_sockaddr *address, uint8_t bytes[16]) {
    // The structure ends with a `sockaddr`, but its memory holds an address of any family.
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
