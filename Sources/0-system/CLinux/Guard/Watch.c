#include "Guard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int64_t microseconds(struct timeval time) { return (int64_t)time.tv_sec * 1000000 + time.tv_usec; }

void guard_report(const struct compass_guard_plan *plan, struct compass_guard_report *what) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) == 0) {
        what->processor_microseconds = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
        what->peak_memory = (int64_t)usage.ru_maxrss * 1024;
    }
    if (write(plan->report, what, sizeof *what) < 0) guard_leave(1);
    guard_leave(0);
}

// How often processes are counted, in milliseconds. Nobody is asked before a fork: a program whose fork waits for an answer
// may lose it to a signal, with EINTR, which a fork never gives otherwise; dash then gives up.
enum { COUNTING_INTERVAL = 20 };

void guard_watch(const struct compass_guard_plan *plan, pid_t program, int has_namespace) {
    struct compass_guard_report what = {.status = -1};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    unsigned long self = guard_number_in_proc();
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
        if (plan->processes > 0 && guard_find_descendants(self, most) == most) {
            what.cause = COMPASS_GUARD_PROCESSES;
            break;
        }
    }
    what.left_behind = what.cause == COMPASS_GUARD_ITSELF ? guard_find_descendants(self, MOST_PROCESSES) : 0;
    int is_gone = has_ended && what.cause == COMPASS_GUARD_ITSELF && what.left_behind == 0;
    guard_kill_all(is_gone ? 0 : program, self, has_namespace);
    guard_report(plan, &what);
}
