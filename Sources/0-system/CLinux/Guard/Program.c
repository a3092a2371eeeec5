#include "Guard.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// `complaints`: a socket that ends when the program begins.
void guard_become_program(const struct compass_guard_plan *plan, int complaints) {
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
        if (guard_set_limits(plan) < 0) break;
        failure.step = STEP_RIGHTS;
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) break;
        if (geteuid() == 0 && guard_drop_rights(plan) < 0) break;
        failure.step = STEP_FILES;
        if (plan->restricts_files && guard_restrict_files(plan) < 0) break;
        failure.step = STEP_CALLS;
        if (plan->restricts_calls && guard_restrict_calls(plan) < 0) break;
        failure.step = STEP_EXECUTE;
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(plan->program, plan->arguments, plan->environment);
    } while (0);
    failure.code = errno;
    if (send(complaints, &failure, sizeof failure, MSG_NOSIGNAL) < 0) guard_leave(126);
    guard_leave(127);
}
