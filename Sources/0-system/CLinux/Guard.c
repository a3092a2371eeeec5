#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// A guard is a copy of this process that executes nothing but what stands in this file: between its start and its end it
// makes system calls only, since the locks of the C library may be held by threads that the copy does not have.

// As _exit(2), without what a sanitizer puts in its way, which takes locks.
static _Noreturn void leave(int status) {
    for (;;) syscall(SYS_exit_group, status);
}

// Of later kernels than the headers'.
enum {
    FILE_TRUNCATE = 1 << 14,
    FILE_CONTROL = 1 << 15,
    NET_BIND = 1 << 0,
    NET_CONNECT = 1 << 1,
    SCOPE_ABSTRACT = 1 << 0,
    SCOPE_SIGNAL = 1 << 1,
};

struct ruleset {
    uint64_t files, network, scopes;
};

static const uint64_t READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t WRITING = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM;
// What may be said of a rule for a file that is no folder.
static const uint64_t OF_FILES = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                 LANDLOCK_ACCESS_FS_WRITE_FILE | FILE_TRUNCATE | FILE_CONTROL;

int compass_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// Everything that this kernel can refuse; what it does not know may not be asked of it.
static struct ruleset everything(int version, int has_network) {
    struct ruleset all = {.files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    if (version >= 2) all.files |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) all.files |= FILE_TRUNCATE;
    if (version >= 4 && !has_network) all.network = NET_BIND | NET_CONNECT;
    if (version >= 5) all.files |= FILE_CONTROL;
    if (version >= 6) all.scopes = SCOPE_ABSTRACT | SCOPE_SIGNAL;
    return all;
}

static int restrict_files(const struct compass_guard_plan *plan) {
    int version = compass_landlock_version();
    struct ruleset all = everything(version, plan->has_network);
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
    if (ruleset < 0) return -1;
    for (size_t i = 0; i < plan->place_count; i++) {
        const struct compass_guard_place *place = &plan->places[i];
        uint64_t access = 0;
        if (place->rights & COMPASS_MAY_READ) access |= READING;
        if (place->rights & COMPASS_MAY_EXECUTE) access |= LANDLOCK_ACCESS_FS_EXECUTE;
        if (place->rights & COMPASS_MAY_WRITE) access |= WRITING | LANDLOCK_ACCESS_FS_REFER | FILE_TRUNCATE | FILE_CONTROL;
        struct stat status;
        if (fstat(place->descriptor, &status) < 0) return -1;
        if (!S_ISDIR(status.st_mode)) access &= OF_FILES;
        struct landlock_path_beneath_attr rule = {
            .allowed_access = access & all.files, .parent_fd = place->descriptor};
        if (rule.allowed_access == 0) continue;
        if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0) return -1;
    }
    if (syscall(SYS_landlock_restrict_self, ruleset, 0) < 0) return -1;
    close(ruleset);
    return 0;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Of Linux 5.12, 6.6, 6.13, 6.15 and 6.17, the same on all architectures; these headers are older.
#define NUMBER_OF_MOUNT_SETATTR 442
#define NUMBER_OF_FCHMODAT2 452
#define NUMBER_OF_SETXATTRAT 463
#define NUMBER_OF_REMOVEXATTRAT 466
#define NUMBER_OF_OPEN_TREE_ATTR 467
#define NUMBER_OF_FILE_SETATTR 469

// What no program needs that reads a document and writes an answer, and what attacks on the kernel begin with.
static const uint32_t REFUSED[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_mount,
    SYS_umount2, SYS_pivot_root, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_fsconfig, SYS_fspick,
    SYS_mount_setattr, SYS_chroot, SYS_unshare, SYS_setns, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_open_by_handle_at, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname, SYS_syslog, SYS_vhangup,
    SYS_pidfd_getfd,
    // Landlock knows no right for these: they would reach every file of the user.
    SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr, NUMBER_OF_SETXATTRAT, NUMBER_OF_REMOVEXATTRAT, NUMBER_OF_OPEN_TREE_ATTR, NUMBER_OF_FILE_SETATTR,
#ifdef __x86_64__
    SYS_chown, SYS_lchown,
#endif
};

// What changes modes: the call and which of its arguments is the mode. utime(2) and the like change times.
static const uint32_t MODES[][2] = {
    {SYS_fchmod, 1}, {SYS_fchmodat, 2}, {NUMBER_OF_FCHMODAT2, 2},
#ifdef __x86_64__
    {SYS_chmod, 1},
#endif
};
static const uint32_t TIMES[] = {
    SYS_utimensat,
#ifdef __x86_64__
    SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

// Letters that requests of ioctl(2) to file systems have: they change attributes of files that are only open for reading.
static const uint32_t FILE_SYSTEM_REQUESTS[] = {'f', 'v', 'X', 0x94};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static int restrict_calls(const struct compass_guard_plan *plan) {
#ifdef ARCHITECTURE
    struct sock_filter program[2 * COUNT(REFUSED) + 128];
    int count = 0;
#define ADD(...) program[count++] = (struct sock_filter)__VA_ARGS__
#define LOAD(field) ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field)))
#define RETURN(value) ADD(BPF_STMT(BPF_RET | BPF_K, value))
#define IF(condition, value, yes, no) ADD(BPF_JUMP(BPF_JMP | condition | BPF_K, value, yes, no))
    LOAD(arch);
    IF(BPF_JEQ, ARCHITECTURE, 1, 0);
    RETURN(SECCOMP_RET_KILL_PROCESS);
    LOAD(nr);
#ifdef __x86_64__
    // The calls of the x32 ABI have numbers of their own.
    IF(BPF_JGE, 0x40000000, 0, 1);
    RETURN(SECCOMP_RET_ERRNO | ENOSYS);
#endif
    for (size_t i = 0; i < COUNT(REFUSED); i++) {
        IF(BPF_JEQ, REFUSED[i], 0, 1);
        RETURN(SECCOMP_RET_ERRNO | EPERM);
    }
    // Landlock does not know modes and times either. Where mounts do not keep them, they are refused, or nothing is done: a
    // program that copies or unpacks files would fail otherwise, and a filter cannot see which files it means.
    int keeps_mounts = (plan->namespaces & CLONE_NEWNS) != 0;
    uint32_t change = plan->refuses_modes ? SECCOMP_RET_ERRNO | EPERM : keeps_mounts ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO;
    // A file of root that anybody may execute must not become one that makes them root.
    for (size_t i = 0; i < COUNT(MODES); i++) {
        IF(BPF_JEQ, MODES[i][0], 0, 4);
        LOAD(args[MODES[i][1]]);
        IF(BPF_JSET, S_ISUID | S_ISGID, 0, 1);
        RETURN(SECCOMP_RET_ERRNO | EPERM);
        RETURN(change);
    }
    for (size_t i = 0; i < COUNT(TIMES); i++) {
        IF(BPF_JEQ, TIMES[i], 0, 1);
        RETURN(change);
    }
    if (!keeps_mounts) {
        // Before Linux 6.2 Landlock does not know these; the flags of openat2 are in memory, and nothing depends on it.
        IF(BPF_JEQ, SYS_truncate, 0, 1);
        RETURN(SECCOMP_RET_ERRNO | EPERM);
        IF(BPF_JEQ, SYS_openat2, 0, 1);
        RETURN(SECCOMP_RET_ERRNO | ENOSYS);
        // With the access mode 3 a file is open for neither, so that no right is asked for, and emptied all the same.
#define REFUSE_EMPTYING(number, flags) \
        IF(BPF_JEQ, number, 0, 6); \
        LOAD(flags); \
        ADD(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE)); \
        IF(BPF_JEQ, O_TRUNC | O_RDONLY, 1, 0); \
        IF(BPF_JEQ, O_TRUNC | O_ACCMODE, 0, 1); \
        RETURN(SECCOMP_RET_ERRNO | EPERM); \
        RETURN(SECCOMP_RET_ALLOW)
        REFUSE_EMPTYING(SYS_openat, args[2]);
#ifdef __x86_64__
        REFUSE_EMPTYING(SYS_open, args[1]);
#endif
    }
    // It would take files, memory or time from the guard, or from any process of the user; 0 is the caller itself.
    IF(BPF_JEQ, SYS_prlimit64, 0, 4);
    LOAD(args[0]);
    IF(BPF_JEQ, 0, 1, 0);
    RETURN(SECCOMP_RET_ERRNO | EPERM);
    RETURN(SECCOMP_RET_ALLOW);
    if (!plan->has_network) {
        // Pairs of sockets stay: they lead nowhere but to the program itself.
        IF(BPF_JEQ, SYS_socket, 0, 1);
        RETURN(SECCOMP_RET_ERRNO | EACCES);
    }
    // As if no file system had such attributes. To clone from one open file to another is to copy.
    IF(BPF_JEQ, SYS_ioctl, 0, 6 + 2 * COUNT(FILE_SYSTEM_REQUESTS));
    LOAD(args[1]);
    IF(BPF_JEQ, FICLONE, 1, 0);
    IF(BPF_JEQ, FICLONERANGE, 0, 1);
    RETURN(SECCOMP_RET_ALLOW);
    ADD(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xFF00));
    for (size_t i = 0; i < COUNT(FILE_SYSTEM_REQUESTS); i++) {
        IF(BPF_JEQ, FILE_SYSTEM_REQUESTS[i] << 8, 0, 1);
        RETURN(SECCOMP_RET_ERRNO | ENOTTY);
    }
    RETURN(SECCOMP_RET_ALLOW);
    // Its flags are in memory, which a filter cannot see; the C library does without it.
    IF(BPF_JEQ, SYS_clone3, 0, 1);
    RETURN(SECCOMP_RET_ERRNO | ENOSYS);
    IF(BPF_JEQ, SYS_clone, 1, 0);
    RETURN(SECCOMP_RET_ALLOW);
    LOAD(args[0]);
    IF(BPF_JSET,
       CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, 0, 1);
    RETURN(SECCOMP_RET_ERRNO | EPERM);
    RETURN(SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {.len = (unsigned short)count, .filter = program};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
#else
    (void)plan;
    errno = ENOSYS;
    return -1;
#endif
}
#undef REFUSE_EMPTYING
#undef IF
#undef RETURN
#undef LOAD
#undef ADD

int compass_has_call_filter(void) {
#ifdef ARCHITECTURE
    // Asking for the filter of nobody fails with EFAULT where there are filters, see seccomp(2): by the call that makes them,
    // which a container may refuse where it allows prctl(2).
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 && errno == EFAULT;
#else
    return 0;
#endif
}

// `notice` is how much later the kernel kills what has been told by a signal.
static int limit(__rlimit_resource_t resource, uint64_t most, uint64_t notice) {
    if (most == 0) return 0;
    struct rlimit now;
    if (getrlimit(resource, &now) < 0) return -1;
    // Nobody's limit is raised.
    struct rlimit wanted = {
        .rlim_cur = most < now.rlim_max ? most : now.rlim_max,
        .rlim_max = most + notice < now.rlim_max ? most + notice : now.rlim_max,
    };
    return setrlimit(resource, &wanted);
}

// How many tasks the kernel allows beyond the limit of processes: for threads, which do not count, and until the next look.
// Outside of a user namespace also for all that the user starts as long as the program runs.
enum { SPARE_TASKS = 256, SPARE_TASKS_OF_USER = 2048 };

// How many tasks there are on the machine, whosever they are, as proc_loadavg(5) has it: "0.20 0.18 0.12 1/80 11206".
static unsigned long count_tasks(void) {
    char text[128];
    int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? 0 : read(file, text, sizeof text);
    if (file >= 0) close(file);
    unsigned long number = 0;
    ssize_t i = 0;
    while (i < count && text[i] != '/') i++;
    for (i++; i < count && text[i] >= '0' && text[i] <= '9'; i++) number = number * 10 + (unsigned long)(text[i] - '0');
    return number;
}

// What the kernel sees to while the guard does not look, so that no fork bomb fills the machine, however fast it is. In a user
// namespace the tasks of its own users count alone, see user_namespaces(7); outside of one all of the user, which are no more
// than there are. Root has no such limit; whom root starts confined is nobody, who has.
static int limit_tasks(const struct compass_guard_plan *plan) {
    if (plan->processes == 0) return 0;
    uint64_t others = plan->namespaces & CLONE_NEWUSER ? SPARE_TASKS : count_tasks() + SPARE_TASKS_OF_USER;
    return limit(RLIMIT_NPROC, plan->processes + others, 0);
}

static int set_limits(const struct compass_guard_plan *plan) {
    if (limit_tasks(plan) < 0) return -1;
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0) return -1;
    if (limit(RLIMIT_DATA, plan->memory, 0) < 0) return -1;
    if (limit(RLIMIT_CPU, plan->processor_seconds, 1) < 0) return -1;
    if (limit(RLIMIT_FSIZE, plan->file_size, 0) < 0) return -1;
    return limit(RLIMIT_NOFILE, plan->open_files, 0);
}

// Who is nobody on every Linux.
enum { NOBODY = 65534 };

static int is_same_file(int first, int second) {
    struct stat one, other;
    return fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Whether it may write elsewhere than in its working folder. A device is no file of a disk.
static int writes_elsewhere(const struct compass_guard_plan *plan) {
    for (size_t i = 0; i < plan->place_count; i++) {
        struct stat status;
        int place = plan->places[i].descriptor;
        if (!(plan->places[i].rights & COMPASS_MAY_WRITE) || is_same_file(place, plan->folder)) continue;
        if (fstat(place, &status) == 0 && (S_ISDIR(status.st_mode) || S_ISREG(status.st_mode))) return 1;
    }
    return 0;
}

// The one right of the superuser that a confined program keeps, so that files of others, such as those of the workspace, are
// not out of its reach; -1: none. It goes as far as Landlock and the filter say: to read, or also to write where it may write
// elsewhere than in its working folder, which is its own. With a network it may only read: whoever may write anything may also
// speak to each service that listens to a socket in the file system.
static int kept_right(const struct compass_guard_plan *plan) {
    if (!plan->restricts_files || !plan->restricts_calls) return -1;
    return plan->has_network || !writes_elsewhere(plan) ? CAP_DAC_READ_SEARCH : CAP_DAC_OVERRIDE;
}

// The C library's functions for users and groups would wait for threads that this copy does not have.
static int become_nobody(const struct compass_guard_plan *plan, int kept) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct rights[2];
    if (syscall(SYS_capget, &header, rights) < 0) return -1;
    uint32_t lost = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t wanted = kept >= 0 && kept / 32 == i ? 1u << kept % 32 : 0;
        lost |= rights[i].permitted & ~wanted;
        // Up to execve: it may be that only its owner may execute the program.
        uint32_t executing = wanted | (kept >= 0 && CAP_DAC_OVERRIDE / 32 == i ? 1u << CAP_DAC_OVERRIDE % 32 : 0);
        wanted &= rights[i].permitted;
        executing &= rights[i].permitted;
        rights[i] =
            (struct __user_cap_data_struct){.effective = executing, .permitted = executing, .inheritable = wanted};
    }
    if (syscall(SYS_setresgid, NOBODY, NOBODY, NOBODY) < 0) {
        // In a user namespace that does not know nobody root is an ordinary user to everybody else (EINVAL), and in a container
        // without the right to become another user it has none to lose (EPERM). Without new privileges execve adds no right.
        if (errno != EINVAL && errno != EPERM) return -1;
        return lost == 0 ? 0 : (int)syscall(SYS_capset, &header, rights);
    }
    // What it works in is its own.
    for (size_t i = 0; i < plan->place_count; i++) {
        if (!(plan->places[i].rights & COMPASS_MAY_WRITE) || !is_same_file(plan->places[i].descriptor, plan->folder)) continue;
        if (syscall(SYS_fchownat, plan->folder, "", NOBODY, NOBODY, AT_EMPTY_PATH) < 0) return -1;
    }
    // With that, access(2) reckons with the right that is kept, as all other calls do.
    if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0) < 0 && prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) < 0) return -1;
    if (syscall(SYS_setgroups, 0, NULL) < 0) return -1;
    if (syscall(SYS_setresuid, NOBODY, NOBODY, NOBODY) < 0 || syscall(SYS_capset, &header, rights) < 0) return -1;
    if ((rights[0].permitted | rights[1].permitted) == 0) return 0;
    return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, kept, 0, 0);
}

// Of root: takes its rights, and from a confined program also that it is root.
static int drop_rights(const struct compass_guard_plan *plan) {
    int kept = plan->is_confined ? kept_right(plan) : CAP_DAC_OVERRIDE;
    for (int right = 0; right < 64; right++) {
        if (right == kept) continue;
        if (prctl(PR_CAPBSET_DROP, right, 0, 0, 0) < 0 && errno == EINVAL) break;
    }
    return plan->is_confined ? become_nobody(plan, kept) : 0;
}

// Of the steps that can fail before the program runs.
enum step { STEP_FOLDER = 1, STEP_STREAMS, STEP_LIMITS, STEP_RIGHTS, STEP_FILES, STEP_CALLS, STEP_EXECUTE, STEP_PROCESS, STEP_USERS, STEP_MOUNTS };

struct failure {
    int step, code;
};

// `complaints`: a socket that ends when the program begins.
static void become_program(const struct compass_guard_plan *plan, int complaints) {
    struct failure failure = {.step = 0};
    do {
        setpgid(0, 0);
        failure.step = STEP_FOLDER;
        if (fchdir(plan->folder) < 0) break;
        failure.step = STEP_STREAMS;
        // All are above 9, so none is overwritten before it is used.
        if (dup2(plan->input, 0) < 0 || dup2(plan->output, 1) < 0 || dup2(plan->errors, 2) < 0) break;
        if (plan->content >= 0 && dup2(plan->content, 3) < 0) break;
        failure.step = STEP_LIMITS;
        if (set_limits(plan) < 0) break;
        failure.step = STEP_RIGHTS;
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) break;
        if (geteuid() == 0 && drop_rights(plan) < 0) break;
        failure.step = STEP_FILES;
        if (plan->restricts_files && restrict_files(plan) < 0) break;
        failure.step = STEP_CALLS;
        if (plan->restricts_calls && restrict_calls(plan) < 0) break;
        failure.step = STEP_EXECUTE;
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(plan->program, plan->arguments, plan->environment);
    } while (0);
    failure.code = errno;
    if (send(complaints, &failure, sizeof failure, MSG_NOSIGNAL) < 0) leave(126);
    leave(127);
}

enum { KEPT = 160 };

// Closes everything else, in whatever order the numbers come.
static void keep_only(int *numbers, int count) {
    for (int i = 1; i < count; i++) {
        int number = numbers[i], j = i;
        for (; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
        numbers[j] = number;
    }
    unsigned from = 0;
    for (int i = 0; i < count; i++) {
        if (numbers[i] < 0) continue;
        if ((unsigned)numbers[i] > from) syscall(SYS_close_range, from, (unsigned)numbers[i] - 1, 0);
        from = (unsigned)numbers[i] + 1;
    }
    syscall(SYS_close_range, from, ~0u, 0);
}

static char *append(char *end, const char *text) {
    while (*text) *end++ = *text++;
    *end = 0;
    return end;
}

static char *append_number(char *end, unsigned long number) {
    char digits[24];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) *end++ = digits[--count];
    *end = 0;
    return end;
}

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t count = write(file, text, strlen(text));
    int saved = errno;
    close(file);
    errno = saved;
    return count < 0 ? -1 : 0;
}

// The user and the group stay who they are in the new namespace.
static int map_users(unsigned user, unsigned group) {
    char line[80];
    write_file("/proc/self/setgroups", "deny");
    append(append_number(append(append_number(line, user), " "), user), " 1");
    if (write_file("/proc/self/uid_map", line) < 0) return -1;
    append(append_number(append(append_number(line, group), " "), group), " 1");
    return write_file("/proc/self/gid_map", line);
}

// Where an open descriptor leads, as a path.
static int path_of(int descriptor, char path[PATH_MAX]) {
    char link[40];
    append_number(append(link, "/proc/self/fd/"), (unsigned long)descriptor);
    ssize_t count = readlink(link, path, PATH_MAX - 1);
    if (count < 0) return -1;
    path[count] = 0;
    return 0;
}

static int mount_of(const char *path) {
    return (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

static int close_mounts(void) {
    struct mount_attr closed = {.attr_set = MOUNT_ATTR_RDONLY, .propagation = MS_PRIVATE};
    return (int)syscall(NUMBER_OF_MOUNT_SETATTR, AT_FDCWD, "/", AT_RECURSIVE, &closed, sizeof closed);
}

// Opens what a descriptor leads to again, in the mounts as they are now, under the same number.
static int open_again(int descriptor, int flags) {
    char path[PATH_MAX];
    if (path_of(descriptor, path) < 0) return -1;
    int again = open(path, flags | O_CLOEXEC);
    if (again < 0) return -1;
    int result = is_same_file(again, descriptor) ? dup3(again, descriptor, O_CLOEXEC) : -1;
    if (result < 0) errno = ESTALE;
    close(again);
    return result < 0 ? -1 : 0;
}

// In a namespace of mounts everything is made read-only but the places that may be written: whichever call changes a mode, a
// time, an owner or an attribute of a file, of whatever its user owns, is refused elsewhere.
static int keep_mounts(struct compass_guard_plan *plan) {
    int trees[KEPT];
    char path[PATH_MAX];
    for (size_t i = 0; i < plan->place_count; i++) {
        trees[i] = -1;
        struct stat status;
        if (!(plan->places[i].rights & COMPASS_MAY_WRITE)) continue;
        if (fstat(plan->places[i].descriptor, &status) < 0) return -1;
        // A device is no file of a disk.
        if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) continue;
        if (path_of(plan->places[i].descriptor, path) < 0 || (trees[i] = mount_of(path)) < 0) return -1;
        if (!is_same_file(trees[i], plan->places[i].descriptor)) {
            errno = ESTALE;
            return -1;
        }
    }
    if (close_mounts() < 0) return -1;
    for (size_t i = 0; i < plan->place_count; i++) {
        if (trees[i] < 0) continue;
        if (path_of(plan->places[i].descriptor, path) < 0 ||
            syscall(SYS_move_mount, trees[i], "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) < 0)
            return -1;
        close(trees[i]);
    }
    // What was opened before leads into the mounts of before.
    if (open_again(plan->folder, O_PATH | O_DIRECTORY) < 0) return -1;
    // A document that has lost its name cannot be opened again: then nobody changes modes.
    if (plan->content >= 0 && open_again(plan->content, O_RDONLY | O_NONBLOCK | O_NOCTTY) < 0) plan->refuses_modes = 1;
    return 0;
}

enum { MOST_PROCESSES = 4096 };

// Adds the processes that a thread has started; `list` is its file "children" of proc_pid_task_tid_children(5).
static int add_children(int list, int *found, int count, int most) {
    char text[4096];
    unsigned long number = 0;
    int has_digits = 0;
    for (ssize_t got; (got = read(list, text, sizeof text)) > 0;) {
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                number = number * 10 + (unsigned long)(text[i] - '0');
                has_digits = 1;
            } else if (has_digits) {
                if (count < most) found[count++] = (int)number;
                number = 0;
                has_digits = 0;
            }
        }
    }
    return count;
}

// As getdents64(2) gives it.
struct directory_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short size;
    unsigned char type;
    char name[];
};

// Adds those that any thread of a process has started: each thread has children of its own.
static int add_children_of_threads(unsigned long process, int *found, int count, int most) {
    char path[64];
    char entries[4096];
    append(append_number(append(path, "/proc/"), process), "/task");
    int threads = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (threads < 0) return count;
    for (long got; count < most && (got = syscall(SYS_getdents64, threads, entries, sizeof entries)) > 0;) {
        for (long at = 0; at < got && count < most;) {
            const char *name = entries + at + offsetof(struct directory_entry, name);
            unsigned short size;
            memcpy(&size, entries + at + offsetof(struct directory_entry, size), sizeof size);
            at += size;
            // Neither the folder itself nor the one above; numbers have at most ten digits.
            if (name[0] < '0' || name[0] > '9' || strlen(name) > 20) continue;
            append(append(path, name), "/children");
            int list = openat(threads, path, O_RDONLY | O_CLOEXEC);
            if (list < 0) continue;
            count = add_children(list, found, count, most);
            close(list);
        }
    }
    close(threads);
    return count;
}

// All processes that come of a process, by the numbers that /proc gives them; at most `most`.
static int find_descendants(unsigned long root, int *found, int most) {
    int count = add_children_of_threads(root, found, 0, most);
    for (int next = 0; next < count && count < most; next++)
        count = add_children_of_threads((unsigned long)found[next], found, count, most);
    return count;
}

// Its own number as /proc has it, which is another one in a namespace.
static unsigned long number_in_proc(void) {
    char text[32];
    ssize_t count = readlink("/proc/self", text, sizeof text - 1);
    unsigned long number = 0;
    for (ssize_t i = 0; i < count && text[i] >= '0' && text[i] <= '9'; i++) number = number * 10 + (unsigned long)(text[i] - '0');
    return number;
}

static int found[MOST_PROCESSES];

// So many that have ended are taken note of before the others are looked at again: of a fork bomb they come without an end.
enum { MOST_ENDED = 256 };

// Kills all that come of the program, also those that are being started meanwhile. `program` is 0 where it was waited for and
// has left nobody: then its number may be another's.
static void kill_all(int program, unsigned long self, int has_namespace) {
    // No fork slips through between this call's look at a group and its end.
    if (program > 0) kill(-program, SIGKILL);
    for (int round = 0; round < 10000; round++) {
        if (has_namespace) {
            kill(-1, SIGKILL);
        } else {
            int count = find_descendants(self, found, MOST_PROCESSES);
            for (int i = 0; i < count; i++) kill(found[i], SIGKILL);
        }
        // Until nobody is left; those of others come here when their parents are gone.
        pid_t ended = 1;
        for (int i = 0; i < MOST_ENDED && ended > 0; i++) ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD) return;
        if (ended > 0) continue;
        poll(NULL, 0, 1);
    }
}

static int64_t microseconds(struct timeval time) { return (int64_t)time.tv_sec * 1000000 + time.tv_usec; }

static void report(const struct compass_guard_plan *plan, struct compass_guard_report *what) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) == 0) {
        what->processor_microseconds = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
        what->peak_memory = (int64_t)usage.ru_maxrss * 1024;
    }
    if (write(plan->report, what, sizeof *what) < 0) leave(1);
    leave(0);
}

// How often processes are counted, in milliseconds. Nobody is asked before a fork: a program whose fork waits for an answer
// may lose it to a signal, with EINTR, which a fork never gives otherwise; dash then gives up.
enum { COUNTING_INTERVAL = 20 };

static void watch(const struct compass_guard_plan *plan, pid_t program, int has_namespace) {
    struct compass_guard_report what = {.status = -1};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    unsigned long self = number_in_proc();
    // No further: whoever counts a fork bomb to its end never gets there.
    int most = plan->processes < MOST_PROCESSES ? (int)plan->processes + 1 : MOST_PROCESSES;
    // As root: not to wait its turn among the processes that it is to end.
    setpriority(PRIO_PROCESS, 0, -20);
    struct pollfd events[2] = {{.fd = plan->control, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    int has_ended = 0, has_news = 0;
    while (!has_ended) {
        int count = poll(events, 2, has_news ? 0 : plan->processes > 0 || signals < 0 ? COUNTING_INTERVAL : -1);
        if (count < 0 && errno != EINTR) break;
        if (count > 0 && events[0].revents) {
            what.cause = COMPASS_GUARD_TOLD;
            break;
        }
        // One signal is pending at a time, however many have ended.
        struct signalfd_siginfo info;
        if (count > 0 && events[1].revents && read(signals, &info, sizeof info) > 0) has_news = 1;
        if (has_news || signals < 0) {
            pid_t ended = 1;
            for (int i = 0, status; i < MOST_ENDED && (ended = waitpid(-1, &status, WNOHANG)) > 0; i++) {
                if (ended != program) continue;
                what.status = status;
                has_ended = 1;
            }
            has_news = ended > 0;
        }
        if (plan->processes > 0 && find_descendants(self, found, most) == most) {
            what.cause = COMPASS_GUARD_PROCESSES;
            break;
        }
    }
    what.left_behind = what.cause == COMPASS_GUARD_ITSELF ? find_descendants(self, found, MOST_PROCESSES) : 0;
    int is_gone = has_ended && what.cause == COMPASS_GUARD_ITSELF && what.left_behind == 0;
    kill_all(is_gone ? 0 : program, self, has_namespace);
    report(plan, &what);
}

// Waits until the program begins (0), or has failed to, which is told.
static int receive(int complaints, struct failure *failure) {
    ssize_t got;
    do got = recv(complaints, failure, sizeof *failure, 0);
    while (got < 0 && errno == EINTR);
    return got == sizeof *failure;
}

static void guard(struct compass_guard_plan *plan, int namespaces, unsigned user, unsigned group) {
    struct compass_guard_report what = {.status = -1};
    struct failure failure;
    prctl(PR_SET_NAME, "compass-guard", 0, 0, 0);
    setsid();
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 65; number++) sigaction(number, &standard, NULL);
    int kept[KEPT] = {plan->input, plan->output, plan->errors, plan->content, plan->folder, plan->control, plan->report};
    for (size_t i = 0; i < plan->place_count; i++) kept[7 + i] = plan->places[i].descriptor;
    keep_only(kept, 7 + (int)plan->place_count);
    if (namespaces & CLONE_NEWUSER && map_users(user, group) < 0) {
        failure = (struct failure){STEP_USERS, errno};
        goto failed;
    }
    if (namespaces & CLONE_NEWNS && keep_mounts(plan) < 0) {
        failure = (struct failure){STEP_MOUNTS, errno};
        goto failed;
    }
    if (!(namespaces & CLONE_NEWPID)) prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    int complaints[2], raised = -1;
    // Above those that the program gets.
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, complaints) < 0 ||
        (raised = fcntl(complaints[1], F_DUPFD_CLOEXEC, 10)) < 0) {
        failure = (struct failure){STEP_PROCESS, errno};
        goto failed;
    }
    pid_t program = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (program == 0) become_program(plan, raised);
    if (program < 0) {
        failure = (struct failure){STEP_PROCESS, errno};
        goto failed;
    }
    close(complaints[1]);
    close(raised);
    // Their other ends are to see that the program is gone.
    close(plan->input);
    close(plan->output);
    close(plan->errors);
    if (plan->content >= 0) close(plan->content);
    if (!receive(complaints[0], &failure)) {
        close(complaints[0]);
        watch(plan, program, (namespaces & CLONE_NEWPID) != 0);
    }
    waitpid(program, NULL, 0);
failed:
    what.cause = COMPASS_GUARD_FAILED;
    what.failed_step = failure.step;
    what.failed_code = failure.code;
    report(plan, &what);
}

// Where a sanitizer is linked: it is told of a copy, in which else it may wait for locks of threads that are not there. See
// sanitizer/linux_syscall_hooks.h.
extern void __sanitizer_syscall_pre_impl_fork(void) __attribute__((weak));
extern void __sanitizer_syscall_post_impl_fork(long result) __attribute__((weak));

// Copies the process; `flags` are namespaces of clone(2).
static pid_t copy_process(int flags) {
    if (__sanitizer_syscall_pre_impl_fork) __sanitizer_syscall_pre_impl_fork();
    long process = syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
    int saved = errno;
    if (__sanitizer_syscall_post_impl_fork) __sanitizer_syscall_post_impl_fork(process);
    errno = saved;
    return (pid_t)process;
}

// Whether the namespaces are granted, with all that is done in them.
static int has_namespaces(int flags, unsigned user, unsigned group) {
    pid_t process = copy_process(flags);
    if (process == 0) {
        if (flags & CLONE_NEWUSER && map_users(user, group) < 0) leave(1);
        leave(flags & CLONE_NEWNS && (mount_of("/") < 0 || close_mounts() < 0));
    }
    if (process < 0) return 0;
    int status;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    return status == 0;
}

int compass_guard_namespaces(void) {
    unsigned user = geteuid(), group = getegid();
    // Root becomes nobody, who is not known in a user namespace of its own.
    int users = user == 0 ? 0 : CLONE_NEWUSER;
    int choices[] = {
        CLONE_NEWPID | CLONE_NEWNS, CLONE_NEWPID | CLONE_NEWNS | users, CLONE_NEWPID, CLONE_NEWPID | users};
    for (size_t i = 0; i < COUNT(choices); i++) {
        if (has_namespaces(choices[i], user, group)) return choices[i];
    }
    return 0;
}

int compass_guard_start(struct compass_guard_plan *plan) {
    if (plan->place_count > KEPT - 8) {
        errno = E2BIG;
        return -1;
    }
    unsigned user = geteuid(), group = getegid();
    sigset_t all, before;
    sigfillset(&all);
    // No handler of ours may run in the copy.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = copy_process(plan->namespaces);
    if (process == 0) {
        guard(plan, plan->namespaces, user, group);
        leave(1);
    }
    int saved = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return process;
}

int compass_raise_descriptor(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 10); }
