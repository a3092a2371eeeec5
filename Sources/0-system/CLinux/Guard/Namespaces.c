#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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
int guard_map_users(unsigned user, unsigned group) {
    char line[80];
    write_file("/proc/self/setgroups", "deny");
    guard_append(guard_append_number(guard_append(guard_append_number(line, user), " "), user), " 1");
    if (write_file("/proc/self/uid_map", line) < 0) return -1;
    guard_append(guard_append_number(guard_append(guard_append_number(line, group), " "), group), " 1");
    return write_file("/proc/self/gid_map", line);
}

// Where an open descriptor leads, as a path.
static int path_of(int descriptor, char path[PATH_MAX]) {
    char link[40];
    guard_append_number(guard_append(link, "/proc/self/fd/"), (unsigned long)descriptor);
    ssize_t count = readlink(link, path, PATH_MAX - 1);
    if (count < 0) return -1;
    path[count] = 0;
    return 0;
}

int guard_mount_of(const char *path) {
    return (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

int guard_close_mounts(void) {
    struct mount_attr closed = {.attr_set = MOUNT_ATTR_RDONLY, .propagation = MS_PRIVATE};
    return (int)syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &closed, sizeof closed);
}

// Opens what a descriptor leads to again, in the mounts as they are now, under the same number.
static int open_again(int descriptor, int flags) {
    char path[PATH_MAX];
    if (path_of(descriptor, path) < 0) return -1;
    int again = open(path, flags | O_CLOEXEC);
    if (again < 0) return -1;
    int result = guard_is_same_file(again, descriptor) ? dup3(again, descriptor, O_CLOEXEC) : -1;
    if (result < 0) errno = ESTALE;
    close(again);
    return result < 0 ? -1 : 0;
}

// In a namespace of mounts everything is made read-only but the places that may be written: whichever call changes a mode, a
// time, an owner or an attribute of a file, of whatever its user owns, is refused elsewhere.
int guard_keep_mounts(struct compass_guard_plan *plan) {
    int trees[KEPT];
    char path[PATH_MAX];
    for (size_t i = 0; i < plan->place_count; i++) {
        trees[i] = -1;
        struct stat status;
        if (!(plan->places[i].rights & COMPASS_MAY_WRITE)) continue;
        if (fstat(plan->places[i].descriptor, &status) < 0) return -1;
        // A device is no file of a disk.
        if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) continue;
        if (path_of(plan->places[i].descriptor, path) < 0 || (trees[i] = guard_mount_of(path)) < 0) return -1;
        if (!guard_is_same_file(trees[i], plan->places[i].descriptor)) {
            errno = ESTALE;
            return -1;
        }
    }
    if (guard_close_mounts() < 0) return -1;
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
