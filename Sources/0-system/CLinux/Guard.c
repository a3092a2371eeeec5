#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
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

// Of Linux 6.6, 6.13, 6.15 and 6.17, the same on all architectures; these headers are older.
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
    // Landlock knows no right for these: they would reach every file of the user.
    SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr, NUMBER_OF_SETXATTRAT, NUMBER_OF_REMOVEXATTRAT, NUMBER_OF_OPEN_TREE_ATTR, NUMBER_OF_FILE_SETATTR,
#ifdef __x86_64__
    SYS_chown, SYS_lchown,
#endif
};

enum { REFUSED_COUNT = sizeof REFUSED / sizeof REFUSED[0] };

static int restrict_calls(int has_network) {
#ifdef ARCHITECTURE
    struct sock_filter program[2 * REFUSED_COUNT + 64];
    int count = 0;
#define ADD(...) program[count++] = (struct sock_filter)__VA_ARGS__
#define LOAD(field) ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field)))
#define RETURN(value) ADD(BPF_STMT(BPF_RET | BPF_K, value))
    LOAD(arch);
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    RETURN(SECCOMP_RET_KILL_PROCESS);
    LOAD(nr);
#ifdef __x86_64__
    // The calls of the x32 ABI have numbers of their own.
    ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
    RETURN(SECCOMP_RET_ERRNO | ENOSYS);
#endif
    for (int i = 0; i < REFUSED_COUNT; i++) {
        ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, REFUSED[i], 0, 1));
        RETURN(SECCOMP_RET_ERRNO | EPERM);
    }
    // Landlock does not know modes either. A file of root that anybody may execute must not become one that makes them root.
#define REFUSE_SET_ID(number, argument) \
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4)); \
    LOAD(argument); \
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, S_ISUID | S_ISGID, 0, 1)); \
    RETURN(SECCOMP_RET_ERRNO | EPERM); \
    RETURN(SECCOMP_RET_ALLOW)
#ifdef __x86_64__
    REFUSE_SET_ID(SYS_chmod, args[1]);
#endif
    REFUSE_SET_ID(SYS_fchmod, args[1]);
    REFUSE_SET_ID(SYS_fchmodat, args[2]);
    REFUSE_SET_ID(NUMBER_OF_FCHMODAT2, args[2]);
    if (!has_network) {
        // Pairs of sockets stay: they lead nowhere but to the program itself.
        ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1));
        RETURN(SECCOMP_RET_ERRNO | EACCES);
    }
    // Its flags are in memory, which a filter cannot see; the C library does without it.
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1));
    RETURN(SECCOMP_RET_ERRNO | ENOSYS);
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0));
    RETURN(SECCOMP_RET_ALLOW);
    LOAD(args[0]);
    ADD(BPF_JUMP(
        BPF_JMP | BPF_JSET | BPF_K,
        CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, 0, 1));
    RETURN(SECCOMP_RET_ERRNO | EPERM);
    RETURN(SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {.len = (unsigned short)count, .filter = program};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
#else
    (void)has_network;
    errno = ENOSYS;
    return -1;
#endif
}
#undef RETURN
#undef LOAD
#undef ADD

int compass_has_call_filter(void) {
#ifdef ARCHITECTURE
    // Asking for the filter of nobody fails with EFAULT where there are filters, see seccomp(2).
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) < 0 && errno == EFAULT;
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
enum { SPARE_TASKS = 256 };

static int set_limits(const struct compass_guard_plan *plan) {
    // In a user namespace those of its own users count alone, see user_namespaces(7); root is exempt from it.
    if (plan->namespaces & CLONE_NEWUSER && plan->processes > 0 &&
        limit(RLIMIT_NPROC, plan->processes + SPARE_TASKS, 0) < 0)
        return -1;
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0) return -1;
    if (limit(RLIMIT_DATA, plan->memory, 0) < 0) return -1;
    if (limit(RLIMIT_CPU, plan->processor_seconds, 1) < 0) return -1;
    if (limit(RLIMIT_FSIZE, plan->file_size, 0) < 0) return -1;
    return limit(RLIMIT_NOFILE, plan->open_files, 0);
}

// Of all rights of the superuser, that one stays without which files of others, such as those of the workspace, could not be
// read; Landlock says which those are.
static void drop_rights(void) {
    const int dac_override = 1;
    for (int right = 0; right < 64; right++) {
        if (right == dac_override) continue;
        if (prctl(PR_CAPBSET_DROP, right, 0, 0, 0) < 0 && errno == EINVAL) break;
    }
}

// Of the steps that can fail before the program runs.
enum step { STEP_FOLDER = 1, STEP_STREAMS, STEP_LIMITS, STEP_RIGHTS, STEP_FILES, STEP_CALLS, STEP_EXECUTE, STEP_PROCESS, STEP_USERS };

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
        if (geteuid() == 0) drop_rights();
        failure.step = STEP_FILES;
        if (plan->restricts_files && restrict_files(plan) < 0) break;
        failure.step = STEP_CALLS;
        if (plan->restricts_calls && restrict_calls(plan->has_network) < 0) break;
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

enum { KEPT = 96 };

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

enum { MOST_PROCESSES = 4096 };

// All processes that come of a process, by the numbers that /proc gives them; fewer than `most`.
static int find_descendants(unsigned long root, int *found, int most) {
    int count = 0, next = -1;
    unsigned long process = root;
    do {
        char path[64], text[4096];
        append(append_number(append(append_number(append(path, "/proc/"), process), "/task/"), process), "/children");
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file >= 0) {
            unsigned long number = 0;
            int has_digits = 0;
            for (ssize_t got; (got = read(file, text, sizeof text)) > 0;) {
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
            close(file);
        }
        next++;
        if (next < count) process = (unsigned long)found[next];
    } while (next < count && count < most);
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

// Kills all that come of the program, also those that are being started meanwhile.
static void kill_all(int program, unsigned long self, int has_namespace) {
    kill(-program, SIGKILL);
    kill(program, SIGKILL);
    for (int round = 0; round < 10000; round++) {
        if (has_namespace) {
            kill(-1, SIGKILL);
        } else {
            int count = find_descendants(self, found, MOST_PROCESSES);
            for (int i = 0; i < count; i++) kill(found[i], SIGKILL);
        }
        // Until nobody is left; those of others come here when their parents are gone.
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {}
        if (ended < 0 && errno == ECHILD) return;
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
    for (int has_ended = 0; !has_ended;) {
        int count = poll(events, 2, plan->processes > 0 ? COUNTING_INTERVAL : -1);
        if (count < 0 && errno != EINTR) break;
        if (count > 0 && events[0].revents) {
            what.cause = COMPASS_GUARD_TOLD;
            break;
        }
        if (count > 0 && events[1].revents) {
            struct signalfd_siginfo info;
            while (read(signals, &info, sizeof info) > 0) {}
            int status;
            for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
                if (ended != program) continue;
                what.status = status;
                has_ended = 1;
            }
        }
        if (plan->processes > 0 && find_descendants(self, found, most) == most) {
            what.cause = COMPASS_GUARD_PROCESSES;
            break;
        }
    }
    what.left_behind = what.cause == COMPASS_GUARD_ITSELF ? find_descendants(self, found, MOST_PROCESSES) : 0;
    kill_all(program, self, has_namespace);
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

int compass_guard_namespaces(void) {
    int choices[] = {CLONE_NEWPID, CLONE_NEWPID | CLONE_NEWUSER};
    unsigned user = geteuid(), group = getegid();
    for (int i = 0; i < 2; i++) {
        pid_t process = copy_process(choices[i]);
        if (process == 0) leave(choices[i] & CLONE_NEWUSER && map_users(user, group) < 0 ? 1 : 0);
        if (process < 0) continue;
        int status;
        while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
        if (status == 0) return choices[i];
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
