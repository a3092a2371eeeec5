// What Swift's Glibc module hides: calls behind _GNU_SOURCE, variadic calls and macros. Thin functions, no state.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// rename without overwriting, see renameat2(2): RENAME_NOREPLACE. -1 and errno on failure.
int compass_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to);

/// Starts writing dirty pages of a range back to the disk without waiting, see sync_file_range(2).
int compass_start_writeback(int descriptor, int64_t offset, int64_t count);

/// Names the calling thread, at most 15 bytes, see pthread_setname_np(3).
void compass_name_thread(const char *name);

/// Has the scheduler prefer the calling thread to the others of the process by that many steps of nice(2). Without the right to
/// do so (CAP_SYS_NICE, RLIMIT_NICE) nothing changes.
void compass_favour_thread(int steps);
/// Has the scheduler treat the calling thread as the process's first one, whatever it has inherited.
void compass_unfavour_thread(void);

/// Columns of the terminal behind a descriptor, 0 when it is none.
int compass_terminal_columns(int descriptor);

/// openat(2) and open(2) are variadic.
int compass_openat(int folder, const char *path, int flags, uint32_t mode);

/// A signalfd(2) for the given signals, after blocking them in the calling thread.
int compass_signal_descriptor(const int *signals, size_t count);

/// Blocks (or with `block` 0 unblocks) signals in the calling thread, see pthread_sigmask(3).
void compass_block_signals(const int *signals, size_t count, int block);

/// From now on each of the signals writes its number as one byte to `descriptor`, whichever thread it reaches; with a
/// descriptor of -1 they do what they do by default. Signals that are ignored stay so, as a shell's background jobs want.
int compass_forward_signals(const int *signals, size_t count, int descriptor);

/// How many arenas malloc(3) may have (M_ARENA_MAX of mallopt(3)), and that it merges small blocks as soon as they are freed
/// (M_MXFAST of 0), beside those that each thread keeps for itself.
void compass_configure_malloc(int arenas);
/// Gives all pages of malloc(3) that hold nothing back to the kernel, malloc_trim(3).
void compass_trim_arenas(void);

/// memmem(3).
const void *compass_memmem(const void *haystack, size_t haystack_count, const void *needle, size_t needle_count);

/// Name of an errno value such as "ENOENT", or NULL, see strerrorname_np(3).
const char *compass_errno_name(int code);

/// O_PATH of open(2): for nothing but to say where and what it is.
extern const int compass_place_only;

/// openat2(2) with RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS: the path cannot leave `folder`.
int compass_open_beneath(int folder, const char *path, int flags, uint32_t mode);

/// pipe2(2) with O_CLOEXEC.
int compass_pipe(int ends[2]);

/// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK.
int compass_accept(int listener);

/// memfd_create(2), close-on-exec, to be sealed.
int compass_memory_file(const char *name);

/// From now on nobody changes the contents of a memory file, F_ADD_SEALS of fcntl(2).
int compass_seal(int descriptor);

/// Sends a descriptor and nothing else to a socket address, SCM_RIGHTS of unix(7).
int compass_send_descriptor(int socket, const void *address, uint32_t count, int descriptor);

/// Receives a descriptor that came that way, close-on-exec; -1 and EBADMSG when something else came.
int compass_receive_descriptor(int socket);

/// Whether the kernel's clock is kept right by somebody, such as an NTP client: 1 or 0, see adjtimex(2); -1 and errno.
int compass_clock_is_synchronised(void);

/// posix_spawn_file_actions_addchdir_np(3); `actions` is a posix_spawn_file_actions_t.
int compass_spawn_in_folder(void *actions, const char *folder);

/// Has posix_spawn(3) close all descriptors from `first` on in the child.
int compass_spawn_closing_from(void *actions, int first);

/// Which turn it is: a count that `compass_end_turn` raises.
uint32_t compass_turn(const uint32_t *turns);

/// Sleeps until somebody wakes it, that time has passed (below 0: there is no limit) or a signal comes, and not at all when the
/// turn has ended, see FUTEX_WAIT in futex(2).
void compass_sleep_through_turn(const uint32_t *turns, uint32_t turn, int64_t nanoseconds);

/// From now on nobody begins to sleep through the turn that it was.
void compass_end_turn(uint32_t *turns);

/// Wakes at most so many of those that sleep, FUTEX_WAKE of futex(2).
void compass_wake_sleepers(uint32_t *turns, int count);

/// Takes (or with `lock` 0 gives up) the exclusive lock of one byte for the open file description, F_OFD_SETLK of fcntl(2);
/// never waits: -1 and EAGAIN or EACCES when somebody else has it.
int compass_lock_byte(int descriptor, int64_t byte, int lock);

/// Takes the shared lock of one byte for the open file description, F_OFD_SETLK of fcntl(2); the descriptor may be of a
/// folder. Never waits: -1 and errno on failure.
int compass_share_byte(int descriptor, int64_t byte);

/// Looks for a lock of others on `count` bytes (0: all) from `byte` on, F_OFD_GETLK of fcntl(2): 1 with its first byte and
/// its process (-1 where the lock belongs to an open file description), 0 when there is none; -1 and errno on failure.
int compass_find_lock(int descriptor, int64_t byte, int64_t count, int64_t *found, int *process);

/// Takes a read lease on a file and gives it back at once, F_SETLEASE of fcntl(2). -1 and EAGAIN while somebody has it open
/// for writing or mapped writable; EACCES, EINVAL and others where leases are not to be had.
int compass_try_read_lease(int descriptor);

/// When a file was made, in nanoseconds since 1970, statx(2); 0 where the file system does not tell. A symbolic link is not
/// followed. With `itself` it is the descriptor `folder` that is meant, and `path` is empty.
int compass_birth_time(int folder, const char *path, int itself, int64_t *born);

/// The `f_type` of statfs(2).
int compass_file_system_type(const char *path, uint64_t *type);

/// Sets or clears O_DIRECT of an open file, F_SETFL of fcntl(2). -1 and EINVAL where the file system has no direct writes.
int compass_set_direct(int descriptor, int direct);

/// Gives a file its size and blocks for it that are not written yet, fallocate(2) with mode 0.
int compass_preallocate(int descriptor, int64_t size);

/// Makes a file share the blocks of another, FICLONE of ioctl_ficlone(2).
int compass_clone_file(int to, int from);

/// O_TMPFILE of open(2): a file without a name.
extern const int compass_unnamed;

/// Which pages of a range are in the page cache, mincore(2) over a mapping that nobody touches: the lowest bit of one byte
/// for each page. `offset` is a multiple of the page size. -1 and errno where the file cannot be mapped.
int compass_cached_pages(int descriptor, int64_t offset, size_t count, unsigned char *pages);

/// What happens to a descriptor that an epoll(7) looks at.
struct compass_poll_event {
    uint64_t key;
    uint32_t events;
};

/// EPOLLIN, EPOLLRDHUP, EPOLLET, and EPOLLERR with EPOLLHUP, which are always told.
extern const uint32_t compass_poll_readable, compass_poll_left, compass_poll_edge, compass_poll_broken;

/// epoll_create1(2), close-on-exec.
int compass_poll_create(void);

/// EPOLL_CTL_ADD of epoll_ctl(2): events of the descriptor come with `key`.
int compass_poll_add(int poll, int descriptor, uint32_t events, uint64_t key);

/// EPOLL_CTL_DEL of epoll_ctl(2).
int compass_poll_remove(int poll, int descriptor);

/// epoll_wait(2) without a limit of time; how many events it has written, at most 64 of them.
int compass_poll_wait(int poll, struct compass_poll_event events[64]);

/// Of all bytes that a TCP socket was given, how many the other side has confirmed, tcpi_bytes_acked of tcp(7); -1 and errno
/// where there is no such figure.
int compass_confirmed_bytes(int socket, uint64_t *count);

/// What a guarded program may do with a place, see landlock(7).
enum { COMPASS_MAY_READ = 1, COMPASS_MAY_WRITE = 2, COMPASS_MAY_EXECUTE = 4 };

/// A file or a folder with all that is in it, open for nothing but to say where it is.
struct compass_guard_place {
    int descriptor;
    int rights;
};

/// A program to be run under guard. All descriptors are above 9 and close-on-exec.
struct compass_guard_plan {
    const char *program;
    char *const *arguments;
    char *const *environment;
    /// The working folder.
    int folder;
    /// What become standard input, output and error, and descriptor 3; `content` may be -1.
    int input, output, errors, content;
    /// Once something can be read from it, or its other end is gone, all is killed.
    int control;
    /// Where the guard writes its report, as its last act.
    int report;
    /// Namespaces of clone(2) as `compass_guard_namespaces` gave them, or 0. In one of mounts only the places that may be
    /// written are not read-only.
    int namespaces;
    /// Whether what follows confines it, as far as this machine can. If root starts it, it becomes nobody then, to whom a
    /// working folder that it may write to is given.
    int is_confined;
    /// Whether Landlock is to refuse every place but those.
    int restricts_files;
    const struct compass_guard_place *places;
    size_t place_count;
    /// Whether seccomp is to refuse what no such program needs, and the network unless it has it.
    int restricts_calls;
    int has_network;
    /// Whether seccomp is to refuse all changes of modes and times. If not, they are done where a namespace of mounts bounds
    /// them, and without one they succeed and do nothing.
    int refuses_modes;
    /// Limits of setrlimit(2): RLIMIT_DATA, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NOFILE. 0: as this process's.
    uint64_t memory, processor_seconds, file_size, open_files;
    /// How many processes there may be at a time; 0: any number. They are counted every 20 ms; meanwhile RLIMIT_NPROC keeps
    /// them from filling the machine.
    uint64_t processes;
};

/// Why a guarded program ended: by itself, because the guard was told to end it, because it had too many processes; or it did
/// not begin.
enum { COMPASS_GUARD_ITSELF = 0, COMPASS_GUARD_TOLD = 1, COMPASS_GUARD_PROCESSES = 2, COMPASS_GUARD_FAILED = 3 };

/// What a guard writes when all is over.
struct compass_guard_report {
    int cause;
    /// As of waitpid(2), if it ended by itself; otherwise -1.
    int status;
    /// How many processes it left behind when it ended by itself; they are gone.
    int left_behind;
    /// Which step failed, and its errno: 1 working folder, 2 streams, 3 limits, 4 rights, 5 Landlock, 6 seccomp, 7 execve,
    /// 8 process, 9 user namespace, 10 mounts.
    int failed_step, failed_code;
    /// Of the program and the processes that it waited for.
    int64_t processor_microseconds, peak_memory;
};

/// Starts a guard, which starts the program and lives until all that comes of it is gone. The number of the guard, a child
/// of this process; -1 and errno.
int compass_guard_start(struct compass_guard_plan *plan);

/// The namespaces that this process may give a program: one of processes, with one of mounts if it may, and with one of users
/// where it takes that; or 0. Tries it.
int compass_guard_namespaces(void);

/// Which of them is that of mounts.
enum { COMPASS_MOUNT_NAMESPACE = 0x20000 };

/// The version of Landlock's interface, from 1; -1 and errno where there is none.
int compass_landlock_version(void);

/// Whether there are filters of seccomp(2) on this machine.
int compass_has_call_filter(void);

/// A copy of a descriptor above 9, close-on-exec.
int compass_raise_descriptor(int descriptor);
