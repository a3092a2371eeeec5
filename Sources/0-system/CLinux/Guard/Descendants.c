#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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
    guard_append(guard_append_number(guard_append(path, "/proc/"), process), "/task");
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
            guard_append(guard_append(path, name), "/children");
            int list = openat(threads, path, O_RDONLY | O_CLOEXEC);
            if (list < 0) continue;
            count = add_children(list, found, count, most);
            close(list);
        }
    }
    close(threads);
    return count;
}

static int found[MOST_PROCESSES];

// All processes that come of a process, by the numbers that /proc gives them; at most `most`, of MOST_PROCESSES.
int guard_find_descendants(unsigned long root, int most) {
    int count = add_children_of_threads(root, found, 0, most);
    for (int next = 0; next < count && count < most; next++)
        count = add_children_of_threads((unsigned long)found[next], found, count, most);
    return count;
}

// Its own number as /proc has it, which is another one in a namespace.
unsigned long guard_number_in_proc(void) {
    char text[32];
    ssize_t count = readlink("/proc/self", text, sizeof text - 1);
    unsigned long number = 0;
    for (ssize_t i = 0; i < count && text[i] >= '0' && text[i] <= '9'; i++) number = number * 10 + (unsigned long)(text[i] - '0');
    return number;
}

// Kills all that come of the program, also those that are being started meanwhile. `program` is 0 where it was waited for and
// has left nobody: then its number may be another's.
void guard_kill_all(int program, unsigned long self, int has_namespace) {
    // No fork slips through between this call's look at a group and its end.
    if (program > 0) kill(-program, SIGKILL);
    for (int round = 0; round < 10000; round++) {
        if (has_namespace) {
            kill(-1, SIGKILL);
        } else {
            int count = guard_find_descendants(self, MOST_PROCESSES);
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
