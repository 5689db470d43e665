#pragma once

// The part of libcurl's binary interface that sends requests here, stated without libcurl's headers.
//
// The library is loaded when it is first needed, so that building takes no development package and a machine
// without libcurl runs everything else. Numbers and layouts are those that libcurl promises never to change
// (https://curl.se/libcurl/abi.html); a test compares the numbers with the library that is installed.

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// The functions of a loaded library.
struct curl_library;
/// One transfer.
typedef struct curl_easy CURL;
/// Transfers that run together on one thread.
typedef struct curl_multi CURLM;

/// How something went; there are more codes than are named here.
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

/// How something with many transfers went; 0 is well.
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
    /// The size of the buffer behind CURLOPT_ERRORBUFFER, in bytes.
    CURL_ERROR_SIZE = 256,
    /// What an open-socket callback returns instead of a socket that is not to be.
    CURL_SOCKET_BAD = -1,
    /// For CURLOPT_PROTOCOLS: HTTP (1) and HTTPS (2).
    CURLPROTO_HTTP_AND_HTTPS = 3,
    /// For CURLOPT_PROTOCOLS: SMTP (1 << 16) and SMTPS (1 << 17).
    CURLPROTO_SMTP_AND_SMTPS = 3 << 16,
    /// For CURLOPT_USE_SSL: no STARTTLS, or nothing without it.
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

/// The address that is dialled next.
struct curl_sockaddr {
    int family;
    int socktype;
    int protocol;
    unsigned int addrlen;
    struct sockaddr addr;
};

/// Takes bytes of a body or a whole header line; whatever it returns but `size * count` ends the transfer. Or
/// gives at most that many bytes of what is uploaded, and 0 at its end.
typedef size_t (*curl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
/// Opens the socket for an address, or returns CURL_SOCKET_BAD.
typedef int (*curl_opensocket_callback)(void *context, int purpose, struct curl_sockaddr *address);
/// Is told how far a transfer is, at least once a second; whatever it returns but 0 ends the transfer.
typedef int (*curl_progress_callback)(
    void *context, int64_t down_total, int64_t down_now, int64_t up_total, int64_t up_now);

/// Loads a library by its file name and prepares it.
///
/// Returns NULL when it is missing or too old, and leaves the reason in `error`, to be copied before the
/// thread loads anything else. The library's code stays in memory until the process ends.
const struct curl_library *curl_library_open(const char *name, const char **error);
/// Forgets the functions of a library; nothing that they made may be left.
void curl_library_close(const struct curl_library *library);
/// The version that was loaded, such as `7.88.1`.
const char *curl_library_version(const struct curl_library *library);
/// The file of certificates that this build of the library trusts, or NULL.
const char *curl_library_certificates(const struct curl_library *library);

// The functions of the same names. Those of variable arguments come once for each type.

CURL *ccurl_easy_init(const struct curl_library *library);
void ccurl_easy_cleanup(const struct curl_library *library, CURL *easy);
const char *ccurl_easy_strerror(const struct curl_library *library, CURLcode code);
CURLcode ccurl_easy_set_long(const struct curl_library *library, CURL *easy, CURLoption option, long value);
CURLcode ccurl_easy_set_offset(
    const struct curl_library *library, CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_easy_set_pointer(
    const struct curl_library *library, CURL *easy, CURLoption option, const void *value);
CURLcode ccurl_easy_set_bytes_callback(
    const struct curl_library *library, CURL *easy, CURLoption option, curl_bytes_callback value);
CURLcode ccurl_easy_set_opensocket_callback(
    const struct curl_library *library, CURL *easy, curl_opensocket_callback value);
CURLcode ccurl_easy_set_progress_callback(
    const struct curl_library *library, CURL *easy, curl_progress_callback value);
CURLcode ccurl_easy_perform(const struct curl_library *library, CURL *easy);
CURLcode ccurl_easy_get_pointer(const struct curl_library *library, CURL *easy, CURLINFO info, void **value);

struct curl_slist *ccurl_slist_append(
    const struct curl_library *library, struct curl_slist *list, const char *string);
void ccurl_slist_free_all(const struct curl_library *library, struct curl_slist *list);

CURLM *ccurl_multi_init(const struct curl_library *library);
CURLMcode ccurl_multi_cleanup(const struct curl_library *library, CURLM *multi);
CURLMcode ccurl_multi_set_long(
    const struct curl_library *library, CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add_handle(const struct curl_library *library, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove_handle(const struct curl_library *library, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(const struct curl_library *library, CURLM *multi);
CURLMcode ccurl_multi_poll(const struct curl_library *library, CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(const struct curl_library *library, CURLM *multi);
const char *ccurl_multi_strerror(const struct curl_library *library, CURLMcode code);
/// The next transfer that has ended, with how it went; NULL when there is none.
CURL *ccurl_multi_next_done(const struct curl_library *library, CURLM *multi, CURLcode *result);

/// Writes an IP address in network order, and returns its length: 4, 16, or 0 where it is of another family.
size_t curl_sockaddr_ip(const struct curl_sockaddr *address, uint8_t bytes[16]);

/// An empty file that has no name and lives in memory (`memfd_create`), closed on exec; negative on failure.
int memory_file(void);
