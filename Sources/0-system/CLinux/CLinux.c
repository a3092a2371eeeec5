#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

int compass_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to) {
    return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int compass_start_writeback(int descriptor, int64_t offset, int64_t count) {
    return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

void compass_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

void compass_favour_thread(int steps) {
    // Of the calling thread alone, unlike POSIX, see setpriority(2).
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, 0);
    if (errno == 0) setpriority(PRIO_PROCESS, 0, nice - steps);
}

void compass_unfavour_thread(void) {
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, getpid());
    if (errno == 0 && getpriority(PRIO_PROCESS, 0) != nice) setpriority(PRIO_PROCESS, 0, nice);
}

int compass_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int compass_openat(int folder, const char *path, int flags, uint32_t mode) { return openat(folder, path, flags, mode); }

static sigset_t set_of(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
    return set;
}

void compass_block_signals(const int *signals, size_t count, int block) {
    sigset_t set = set_of(signals, count);
    pthread_sigmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

int compass_signal_descriptor(const int *signals, size_t count) {
    sigset_t set = set_of(signals, count);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC);
}

// Set by one thread, read by whichever the kernel interrupts; free of locks, as a handler needs it.
static _Atomic int signal_descriptor = -1;

static void forward_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe loses nothing: signals that have not been read yet are already more than enough.
    if (write(signal_descriptor, &byte, 1) < 0) errno = 0;
    errno = saved;
}

int compass_forward_signals(const int *signals, size_t count, int descriptor) {
    if (descriptor >= 0) signal_descriptor = descriptor;
    struct sigaction action = {.sa_handler = descriptor >= 0 ? forward_signal : SIG_DFL, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++) {
        struct sigaction former;
        if (sigaction(signals[i], NULL, &former) < 0) return -1;
        if (former.sa_handler == SIG_IGN) continue;
        if (sigaction(signals[i], &action, NULL) < 0) return -1;
    }
    return 0;
}

void compass_configure_malloc(int arenas) {
    mallopt(M_ARENA_MAX, arenas);
    mallopt(M_MXFAST, 0);
}
void compass_trim_arenas(void) { malloc_trim(0); }

const void *compass_memmem(const void *haystack, size_t haystack_count, const void *needle, size_t needle_count) {
    return memmem(haystack, haystack_count, needle, needle_count);
}

const char *compass_errno_name(int code) { return strerrorname_np(code); }

const int compass_place_only = O_PATH;

int compass_open_beneath(int folder, const char *path, int flags, uint32_t mode) {
    struct open_how how = {
        .flags = (uint64_t)flags,
        .mode = mode,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    // Whether `..` leads out cannot be told while somebody renames something anywhere: then the kernel says EAGAIN, and the
    // caller may try again (openat2(2)). It says the same of a file with a lease, which waiting does not help here.
    int tries = strstr(path, "..") ? 1000 : 1;
    int file;
    do {
        file = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    } while (file == -1 && errno == EAGAIN && --tries > 0);
    return file;
}

int compass_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int compass_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int compass_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int compass_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

int compass_send_descriptor(int socket, const void *address, uint32_t count, int descriptor) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {
        .msg_name = (void *)address,
        .msg_namelen = count,
        .msg_control = &control,
        .msg_controllen = sizeof control.space,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

int compass_receive_descriptor(int socket) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    char byte;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) < 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_type != SCM_RIGHTS) {
        errno = EBADMSG;
        return -1;
    }
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return descriptor;
}

int compass_clock_is_synchronised(void) {
    struct timex state = {.modes = 0};
    int answer = adjtimex(&state);
    if (answer < 0) return -1;
    return (state.status & STA_UNSYNC) == 0;
}

int compass_spawn_in_folder(void *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int compass_spawn_closing_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

uint32_t compass_turn(const uint32_t *turns) { return __atomic_load_n(turns, __ATOMIC_SEQ_CST); }

void compass_sleep_through_turn(const uint32_t *turns, uint32_t turn, int64_t nanoseconds) {
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    // The limit is a span of CLOCK_MONOTONIC, which no setting of the clock disturbs.
    syscall(SYS_futex, turns, FUTEX_WAIT_PRIVATE, turn, nanoseconds < 0 ? NULL : &limit, NULL, 0);
}

void compass_end_turn(uint32_t *turns) { __atomic_add_fetch(turns, 1, __ATOMIC_SEQ_CST); }

void compass_wake_sleepers(uint32_t *turns, int count) {
    syscall(SYS_futex, turns, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static struct flock lock_of(int64_t byte, short type) {
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

int compass_lock_byte(int descriptor, int64_t byte, int lock) {
    struct flock range = lock_of(byte, lock ? F_WRLCK : F_UNLCK);
    return fcntl(descriptor, F_OFD_SETLK, &range);
}

int compass_share_byte(int descriptor, int64_t byte) {
    struct flock range = lock_of(byte, F_RDLCK);
    return fcntl(descriptor, F_OFD_SETLK, &range);
}

int compass_find_lock(int descriptor, int64_t byte, int64_t count, int64_t *found, int *process) {
    struct flock range = lock_of(byte, F_WRLCK);
    range.l_len = count;
    if (fcntl(descriptor, F_OFD_GETLK, &range) < 0) return -1;
    if (range.l_type == F_UNLCK) return 0;
    *found = range.l_start;
    *process = range.l_pid;
    return 1;
}

int compass_try_read_lease(int descriptor) {
    // A writer that comes while the lease is held has the kernel send SIGIO, which ends a process that does not expect it.
    // SIGURG is ignored unless somebody asks for it, and the choice holds for this open file only: no handler, no mask and
    // no child of the process is touched. A plain signal is never replaced by SIGIO for want of room in the queue.
    if (fcntl(descriptor, F_SETSIG, SIGURG) < 0) return -1;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) < 0) return -1;
    return fcntl(descriptor, F_SETLEASE, F_UNLCK);
}

int compass_birth_time(int folder, const char *path, int itself, int64_t *born) {
    struct statx status;
    int flags = AT_SYMLINK_NOFOLLOW | (itself ? AT_EMPTY_PATH : 0);
    if (statx(folder, path, flags, STATX_BTIME, &status) < 0) return -1;
    *born = status.stx_mask & STATX_BTIME ? status.stx_btime.tv_sec * INT64_C(1000000000) + status.stx_btime.tv_nsec : 0;
    return 0;
}

int compass_file_system_type(const char *path, uint64_t *type) {
    struct statfs system;
    if (statfs(path, &system) < 0) return -1;
    // The field is a signed number of the machine's word: CIFS would come out negative on a small one.
    *type = (uint32_t)system.f_type;
    return 0;
}

int compass_set_direct(int descriptor, int direct) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0) return -1;
    return fcntl(descriptor, F_SETFL, direct ? flags | O_DIRECT : flags & ~O_DIRECT);
}

int compass_preallocate(int descriptor, int64_t size) { return fallocate(descriptor, 0, 0, size); }

int compass_clone_file(int to, int from) { return ioctl(to, FICLONE, from); }

const int compass_unnamed = O_TMPFILE;

int compass_cached_pages(int descriptor, int64_t offset, size_t count, unsigned char *pages) {
    void *map = mmap(NULL, count, PROT_READ, MAP_SHARED, descriptor, offset);
    if (map == MAP_FAILED) return -1;
    int code = mincore(map, count, pages);
    int saved = errno;
    munmap(map, count);
    errno = saved;
    return code;
}
