#ifndef COMPASS_GUARD_H
#define COMPASS_GUARD_H

// A guard is a copy of this process that executes nothing but what stands in this folder: between its start and its end it
// makes system calls only, since the locks of the C library may be held by threads that the copy does not have.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../include/CLinux.h"

#include <sys/types.h>

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

// How many descriptors a guard keeps at most.
enum { KEPT = 160 };

// How many processes are looked for at most.
enum { MOST_PROCESSES = 4096 };

// So many that have ended are taken note of before the others are looked at again: of a fork bomb they come without an end.
enum { MOST_ENDED = 256 };

// Of the steps that can fail before the program runs.
enum step {
    STEP_FOLDER = 1,
    STEP_STREAMS,
    STEP_LIMITS,
    STEP_RIGHTS,
    STEP_FILES,
    STEP_CALLS,
    STEP_EXECUTE,
    STEP_PROCESS,
    STEP_USERS,
    STEP_MOUNTS
};

struct failure {
    int step, code;
};

// Where nothing else is said, 0 or a number is given back, and -1 with errno where it failed.

// Steps.c: what several steps need.
_Noreturn void guard_leave(int status);
int guard_is_same_file(int first, int second);
char *guard_append(char *end, const char *text);
char *guard_append_number(char *end, unsigned long number);

// Files.c, Calls.c, Limits.c, Rights.c: what the program is restricted to.
int guard_restrict_files(const struct compass_guard_plan *plan);
int guard_restrict_calls(const struct compass_guard_plan *plan);
int guard_set_limits(const struct compass_guard_plan *plan);
int guard_drop_rights(const struct compass_guard_plan *plan);

// Namespaces.c: users and mounts of its own.
int guard_map_users(unsigned user, unsigned group);
int guard_mount_of(const char *path);
int guard_close_mounts(void);
int guard_keep_mounts(struct compass_guard_plan *plan);

// Program.c: becomes the program, or says by a socket, which ends when the program begins, what failed.
void guard_become_program(const struct compass_guard_plan *plan, int complaints);

// Descendants.c: all that comes of a process.
int guard_find_descendants(unsigned long root, int most);
unsigned long guard_number_in_proc(void);
void guard_kill_all(int program, unsigned long self, int has_namespace);

// Watch.c: sees the program to its end, reports, and ends the guard.
void guard_report(const struct compass_guard_plan *plan, struct compass_guard_report *what);
void guard_watch(const struct compass_guard_plan *plan, pid_t program, int has_namespace);

#endif
