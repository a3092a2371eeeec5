#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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
    if (namespaces & CLONE_NEWUSER && guard_map_users(user, group) < 0) {
        failure = (struct failure){STEP_USERS, errno};
        goto failed;
    }
    if (namespaces & CLONE_NEWNS && guard_keep_mounts(plan) < 0) {
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
    if (program == 0) guard_become_program(plan, raised);
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
        guard_watch(plan, program, (namespaces & CLONE_NEWPID) != 0);
    }
    waitpid(program, NULL, 0);
failed:
    what.cause = COMPASS_GUARD_FAILED;
    what.failed_step = failure.step;
    what.failed_code = failure.code;
    guard_report(plan, &what);
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
        if (flags & CLONE_NEWUSER && guard_map_users(user, group) < 0) guard_leave(1);
        guard_leave(flags & CLONE_NEWNS && (guard_mount_of("/") < 0 || guard_close_mounts() < 0));
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
        guard_leave(1);
    }
    int saved = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return process;
}

int compass_raise_descriptor(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 10); }
