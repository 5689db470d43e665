#pragma once

// What Swift's Glibc module leaves out of Linux's interface to sockets.
#include <sys/epoll.h>
#include <sys/eventfd.h>
