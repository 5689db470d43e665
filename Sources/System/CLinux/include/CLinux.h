#pragma once

// The parts of Linux's interface to sockets, threads and memory that Swift's Glibc module lacks.
#include <linux/sched.h>
#include <linux/sockios.h>
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// The headers declare it only with GNU extensions, which Swift's importer does not enable.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// Returns how many bytes written to a socket its peer has not acknowledged (tcp(7)); 0 where the kernel
// cannot tell. Swift cannot call variadic functions.
static inline int unacknowledged_bytes(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}

// Sends one datagram to a Unix socket without waiting (unix(7)). A path that begins with @ names an abstract
// socket. Returns 0, or the error number.
static inline int send_datagram(const char *path, const char *bytes, size_t count) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) return EINVAL;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '@' ? 0 : 1));
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return errno;
    ssize_t sent = sendto(
        descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, size);
    int failure = sent < 0 ? errno : 0;
    close(descriptor);
    return failure;
}

// Blocks all signals in the calling thread. Other threads handle them. A write to a closed connection then
// raises no SIGPIPE in this thread.
static inline void block_all_signals(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

// The arguments of the program. Swift's `CommandLine` reads them from /proc, and has none where that is not
// mounted.
int argument_count(void);
const char *argument(int index);

// Unmaps the pages of code and constants of the program and its libraries. A page that is used again comes
// back from the page cache. A start maps some 20 MB of code that a server at rest does not use.
//
// Breakpoints and probes that were set before are gone.
void release_code(void);
