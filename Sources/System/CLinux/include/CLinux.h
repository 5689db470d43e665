#pragma once

// The parts of Linux's interface to sockets, threads and memory that Swift's Glibc module lacks.
#include <linux/sched.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// The headers declare it only with GNU extensions, which Swift's importer does not enable.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// Returns how many bytes written to a socket its peer has not acknowledged (tcp(7)); 0 where the kernel
// cannot tell. Swift cannot call variadic functions.
static inline int unacknowledged_bytes(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}

// Blocks all signals in the calling thread. Other threads handle them. A write to a closed connection then
// raises no SIGPIPE in this thread.
static inline void block_all_signals(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}
