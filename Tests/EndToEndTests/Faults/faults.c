// Loaded into the program by LD_PRELOAD: makes happen what a test cannot wait for, and tells what it cannot see. Does nothing
// without its variables.
//
//   FAULT_START_MARK=FILE   makes FILE when this has been loaded into the process
//   FAULT_EXIT_MARK=FILE    makes FILE when the process runs what is registered for its end, as exit(3) does
//   FAULT_SYNC=SUFFIX       together with the next, the end of a file's name, such as "-wal"
//   FAULT_SYNC_ONCE=FILE    the next fsync(2) or fdatasync(2) of such a file fails with EIO if FILE exists, and removes it
//   FAULT_SYNC_AFTER=N      not before N of them have been done
//   FAULT_RENAMES=1         renameat2(2) fails with EINVAL when it is to overwrite nothing, as on NFS and sshfs
//   FAULT_MEMORY=BYTES      together with the next, a size
//   FAULT_MEMORY_ONCE=FILE  the next malloc(3) of that many bytes, or up to 1,024 more, fails if FILE exists, and removes it
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make(const char *variable) {
    const char *mark = getenv(variable);
    if (mark != NULL) close(open(mark, O_WRONLY | O_CREAT, 0600));
}

__attribute__((constructor)) static void mark_start(void) { make("FAULT_START_MARK"); }

__attribute__((destructor)) static void mark_exit(void) { make("FAULT_EXIT_MARK"); }

// Of all threads that come at the same moment, the one that removes the file is the one that fails.
static int fails(int descriptor) {
    const char *suffix = getenv("FAULT_SYNC"), *once = getenv("FAULT_SYNC_ONCE");
    if (suffix == NULL || once == NULL) return 0;
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, name, sizeof name);
    size_t end = strlen(suffix);
    if (count < (ssize_t)end || memcmp(name + count - end, suffix, end) != 0) return 0;
    static atomic_int done;
    const char *after = getenv("FAULT_SYNC_AFTER");
    if (atomic_fetch_add(&done, 1) < (after == NULL ? 0 : atoi(after))) return 0;
    return unlink(once) == 0;
}

int fsync(int descriptor) {
    static int (*next)(int);
    if (next == NULL) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    if (!fails(descriptor)) return next(descriptor);
    errno = EIO;
    return -1;
}

int fdatasync(int descriptor) {
    static int (*next)(int);
    if (next == NULL) next = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (!fails(descriptor)) return next(descriptor);
    errno = EIO;
    return -1;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    static int (*next)(int, const char *, int, const char *, unsigned);
    if (next == NULL) next = (int (*)(int, const char *, int, const char *, unsigned))dlsym(RTLD_NEXT, "renameat2");
    if (!(flags & RENAME_NOREPLACE) || getenv("FAULT_RENAMES") == NULL) return next(from_folder, from, to_folder, to, flags);
    errno = EINVAL;
    return -1;
}

void *malloc(size_t size) {
    static void *(*next)(size_t);
    if (next == NULL) next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    // Small ones, of which there are many, are none; getenv(3) may be called from here.
    if (size < (1 << 20)) return next(size);
    const char *wanted = getenv("FAULT_MEMORY"), *once = getenv("FAULT_MEMORY_ONCE");
    if (wanted == NULL || once == NULL) return next(size);
    size_t least = strtoul(wanted, NULL, 10);
    if (size < least || size > least + 1024 || unlink(once) != 0) return next(size);
    errno = ENOMEM;
    return NULL;
}
