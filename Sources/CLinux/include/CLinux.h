#pragma once

// What Swift's Glibc module leaves out of Linux's interface to sockets, threads and memory.
#include <linux/sched.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// The headers show it only to programs that ask for GNU extensions, which Swift's importer does not.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
