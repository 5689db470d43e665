#pragma once

// The part of libcurl's binary interface that the server uses, declared without libcurl's headers.
//
// libcurl promises never to change these numbers and layouts (https://curl.se/libcurl/abi.html). A test
// compares the numbers with the installed library.

#include "CLibrary.h"

#include <stdint.h>
#include <sys/socket.h>

/// One transfer.
typedef struct curl_easy CURL;
/// Transfers that run together on one thread.
typedef struct curl_multi CURLM;

/// The result of a call or a transfer. libcurl has more codes.
typedef enum {
    CURLE_OK = 0,
    CURLE_UNSUPPORTED_PROTOCOL = 1,
    CURLE_URL_MALFORMAT = 3,
    CURLE_COULDNT_RESOLVE_PROXY = 5,
    CURLE_COULDNT_RESOLVE_HOST = 6,
    CURLE_COULDNT_CONNECT = 7,
    CURLE_WRITE_ERROR = 23,
    CURLE_OUT_OF_MEMORY = 27,
    CURLE_OPERATION_TIMEDOUT = 28,
    CURLE_SSL_CONNECT_ERROR = 35,
    CURLE_ABORTED_BY_CALLBACK = 42,
    CURLE_GOT_NOTHING = 52,
    CURLE_SEND_ERROR = 55,
    CURLE_RECV_ERROR = 56,
    CURLE_PEER_FAILED_VERIFICATION = 60,
    CURLE_USE_SSL_FAILED = 64,
    CURLE_LOGIN_DENIED = 67,
    CURLE_SSL_CACERT_BADFILE = 77,
    CURLE_TOO_LARGE = 100,
} CURLcode;

/// The result of a call for several transfers; 0 is success.
typedef int CURLMcode;

typedef enum {
    CURLOPT_NOPROGRESS = 43,
    CURLOPT_UPLOAD = 46,
    CURLOPT_POST = 47,
    CURLOPT_NETRC = 51,
    CURLOPT_FOLLOWLOCATION = 52,
    CURLOPT_SSL_VERIFYPEER = 64,
    CURLOPT_FORBID_REUSE = 75,
    CURLOPT_HTTPGET = 80,
    CURLOPT_SSL_VERIFYHOST = 81,
    CURLOPT_HTTP_VERSION = 84,
    CURLOPT_NOSIGNAL = 99,
    /// In seconds.
    CURLOPT_SERVER_RESPONSE_TIMEOUT = 112,
    CURLOPT_USE_SSL = 119,
    CURLOPT_TIMEOUT_MS = 155,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_PROTOCOLS = 181,
    CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    CURLOPT_DISALLOW_USERNAME_IN_URL = 278,
    CURLOPT_HTTP09_ALLOWED = 285,
    CURLOPT_QUICK_EXIT = 322,
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_READDATA = 10009,
    CURLOPT_ERRORBUFFER = 10010,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_HEADERDATA = 10029,
    CURLOPT_CUSTOMREQUEST = 10036,
    CURLOPT_XFERINFODATA = 10057,
    CURLOPT_CAINFO = 10065,
    CURLOPT_CAPATH = 10097,
    CURLOPT_PRIVATE = 10103,
    CURLOPT_OPENSOCKETDATA = 10164,
    CURLOPT_COPYPOSTFIELDS = 10165,
    CURLOPT_USERNAME = 10173,
    CURLOPT_PASSWORD = 10174,
    CURLOPT_NOPROXY = 10177,
    CURLOPT_MAIL_FROM = 10186,
    CURLOPT_MAIL_RCPT = 10187,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_READFUNCTION = 20012,
    CURLOPT_HEADERFUNCTION = 20079,
    CURLOPT_OPENSOCKETFUNCTION = 20163,
    CURLOPT_XFERINFOFUNCTION = 20219,
    CURLOPT_INFILESIZE_LARGE = 30115,
    CURLOPT_POSTFIELDSIZE_LARGE = 30120,
} CURLoption;

typedef enum {
    CURLMOPT_MAXCONNECTS = 6,
} CURLMoption;

typedef enum {
    CURLINFO_PRIVATE = 0x100000 + 21,
} CURLINFO;

enum {
    /// For curl_global_init.
    CURL_GLOBAL_ALL = 3,
    /// For curl_version_info: the first age with all of the structure below (libcurl 7.70).
    CURLVERSION_SEVENTH = 6,
    /// The size of the buffer behind CURLOPT_ERRORBUFFER, in bytes.
    CURL_ERROR_SIZE = 256,
    /// The result of an open-socket callback that refuses an address.
    CURL_SOCKET_BAD = -1,
    /// For CURLOPT_PROTOCOLS: HTTP (1) and HTTPS (2).
    CURLPROTO_HTTP_AND_HTTPS = 3,
    /// For CURLOPT_PROTOCOLS: SMTP (1 << 16) and SMTPS (1 << 17).
    CURLPROTO_SMTP_AND_SMTPS = 3 << 16,
    /// For CURLOPT_USE_SSL: no STARTTLS, or required STARTTLS.
    CURLUSESSL_NONE = 0,
    CURLUSESSL_ALL = 3,
    /// For CURLOPT_HTTP_VERSION.
    CURL_HTTP_VERSION_1_1 = 2,
};

/// A list of strings.
struct curl_slist {
    char *data;
    struct curl_slist *next;
};

/// The address that libcurl dials next.
struct curl_sockaddr {
    int family;
    int socktype;
    int protocol;
    unsigned int addrlen;
    struct sockaddr addr;
};

/// Receives bytes of a body or a whole header line. Any result except `size * count` ends the transfer.
///
/// For an upload, it provides at most that many bytes and returns their number, 0 at the end.
typedef size_t (*curl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
/// Opens the socket for an address, or returns CURL_SOCKET_BAD.
typedef int (*curl_opensocket_callback)(void *context, int purpose, struct curl_sockaddr *address);
/// Receives the progress of a transfer, at least once a second. Any result except 0 ends the transfer.
typedef int (*curl_progress_callback)(
    void *context, int64_t down_total, int64_t down_now, int64_t up_total, int64_t up_now);

/// The beginning of libcurl's `curl_version_info_data`, up to the last field that the server reads.
struct curl_version_info_data {
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

/// A message from `curl_multi_info_read`.
struct CURLMsg {
    int kind;
    CURL *easy;
    union {
        void *pointer;
        CURLcode result;
    } data;
};

#define CURL_FUNCTIONS(FUNCTION) \
    FUNCTION(CURLcode, curl_global_init, (long)) \
    FUNCTION(struct curl_version_info_data *_Nonnull, curl_version_info, (int)) \
    FUNCTION(CURL *, curl_easy_init, (void)) \
    FUNCTION(void, curl_easy_cleanup, (CURL *)) \
    FUNCTION(const char *_Nonnull, curl_easy_strerror, (CURLcode)) \
    FUNCTION(CURLcode, curl_easy_setopt, (CURL *, CURLoption, ...)) \
    FUNCTION(CURLcode, curl_easy_getinfo, (CURL *, CURLINFO, ...)) \
    FUNCTION(CURLcode, curl_easy_perform, (CURL *)) \
    FUNCTION(struct curl_slist *, curl_slist_append, (struct curl_slist *, const char *)) \
    FUNCTION(void, curl_slist_free_all, (struct curl_slist *)) \
    FUNCTION(CURLM *, curl_multi_init, (void)) \
    FUNCTION(CURLMcode, curl_multi_cleanup, (CURLM *)) \
    FUNCTION(CURLMcode, curl_multi_setopt, (CURLM *, CURLMoption, ...)) \
    FUNCTION(CURLMcode, curl_multi_add_handle, (CURLM *, CURL *)) \
    FUNCTION(CURLMcode, curl_multi_remove_handle, (CURLM *, CURL *)) \
    FUNCTION(CURLMcode, curl_multi_perform, (CURLM *, int *)) \
    FUNCTION(CURLMcode, curl_multi_poll, (CURLM *, void *, unsigned int, int, int *)) \
    FUNCTION(CURLMcode, curl_multi_wakeup, (CURLM *)) \
    FUNCTION(const char *_Nonnull, curl_multi_strerror, (CURLMcode)) \
    FUNCTION(struct CURLMsg *, curl_multi_info_read, (CURLM *, int *))

/// The functions of libcurl.
LIBRARY(curl, CURL_FUNCTIONS)

// Variadic functions, one wrapper for each type.

CURLcode curl_easy_set_long(struct curl_library library, CURL *easy, CURLoption option, long value);
CURLcode curl_easy_set_offset(struct curl_library library, CURL *easy, CURLoption option, int64_t value);
CURLcode curl_easy_set_pointer(
    struct curl_library library, CURL *easy, CURLoption option, const void *value);
CURLcode curl_easy_set_bytes_callback(
    struct curl_library library, CURL *easy, CURLoption option, curl_bytes_callback value);
CURLcode curl_easy_set_opensocket_callback(
    struct curl_library library, CURL *easy, curl_opensocket_callback value);
CURLcode curl_easy_set_progress_callback(
    struct curl_library library, CURL *easy, curl_progress_callback value);
CURLcode curl_easy_get_pointer(struct curl_library library, CURL *easy, CURLINFO info, void **value);
CURLMcode curl_multi_set_long(struct curl_library library, CURLM *multi, CURLMoption option, long value);
/// Returns the next transfer that has ended, with its result; NULL when there is none.
CURL *curl_multi_next_done(struct curl_library library, CURLM *multi, CURLcode *result);

/// Writes an IP address in network byte order and returns its length: 4, 16, or 0 for another family.
size_t curl_sockaddr_ip(const struct curl_sockaddr *address, uint8_t bytes[16]);

/// Creates an empty file without a name in memory (`memfd_create`), closed on exec. Negative on failure.
int memory_file(void);
