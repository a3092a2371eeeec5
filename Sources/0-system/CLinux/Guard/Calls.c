#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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

int guard_restrict_calls(const struct compass_guard_plan *plan) {
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
