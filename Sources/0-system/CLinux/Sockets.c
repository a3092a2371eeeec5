#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/socket.h>

const uint32_t compass_poll_readable = EPOLLIN;
const uint32_t compass_poll_left = EPOLLRDHUP;
const uint32_t compass_poll_edge = EPOLLET;
const uint32_t compass_poll_broken = EPOLLERR | EPOLLHUP;

int compass_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int compass_poll_add(int poll, int descriptor, uint32_t events, uint64_t key) {
    struct epoll_event event = {.events = events, .data = {.u64 = key}};
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

int compass_poll_remove(int poll, int descriptor) { return epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, NULL); }

int compass_poll_wait(int poll, struct compass_poll_event events[64]) {
    struct epoll_event found[64];
    int count = epoll_wait(poll, found, 64, -1);
    for (int index = 0; index < count; index++) {
        events[index].key = found[index].data.u64;
        events[index].events = found[index].events;
    }
    return count;
}

int compass_confirmed_bytes(int socket, uint64_t *count) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == -1) return -1;
    if (size < offsetof(struct tcp_info, tcpi_bytes_acked) + sizeof info.tcpi_bytes_acked) {
        errno = ENOTSUP;
        return -1;
    }
    *count = info.tcpi_bytes_acked;
    return 0;
}
