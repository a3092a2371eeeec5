#include "Guard.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

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

int guard_set_limits(const struct compass_guard_plan *plan) {
    if (limit_tasks(plan) < 0) return -1;
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0) return -1;
    if (limit(RLIMIT_DATA, plan->memory, 0) < 0) return -1;
    if (limit(RLIMIT_CPU, plan->processor_seconds, 1) < 0) return -1;
    if (limit(RLIMIT_FSIZE, plan->file_size, 0) < 0) return -1;
    return limit(RLIMIT_NOFILE, plan->open_files, 0);
}
