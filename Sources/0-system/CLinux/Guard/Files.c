#include "Guard.h"

#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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

int guard_restrict_files(const struct compass_guard_plan *plan) {
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
