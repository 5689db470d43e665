#pragma once

// What Swift's Glibc module leaves out of Linux's interface to sockets, threads and memory.
#include <linux/sched.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// The headers show it only to programs that ask for GNU extensions, which Swift's importer does not.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// How many bytes that were written to a socket its other end has not acknowledged (tcp(7)); 0 where the
// kernel cannot tell. Swift calls no function with a variable number of arguments.
static inline int unacknowledged_bytes(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}
