#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Who is nobody on every Linux.
enum { NOBODY = 65534 };

// Whether it may write elsewhere than in its working folder. A device is no file of a disk.
static int writes_elsewhere(const struct compass_guard_plan *plan) {
    for (size_t i = 0; i < plan->place_count; i++) {
        struct stat status;
        int place = plan->places[i].descriptor;
        if (!(plan->places[i].rights & COMPASS_MAY_WRITE) || guard_is_same_file(place, plan->folder)) continue;
        if (fstat(place, &status) == 0 && (S_ISDIR(status.st_mode) || S_ISREG(status.st_mode))) return 1;
    }
    return 0;
}

// The one right of the superuser that a confined program keeps, so that files of others, such as those of the workspace, are
// not out of its reach; -1: none. It goes as far as Landlock and the filter say: to read, or also to write where it may write
// elsewhere than in its working folder, which is its own. With a network it may only read: whoever may write anything may also
// speak to each service that listens to a socket in the file system.
static int kept_right(const struct compass_guard_plan *plan) {
    if (!plan->restricts_files || !plan->restricts_calls) return -1;
    return plan->has_network || !writes_elsewhere(plan) ? CAP_DAC_READ_SEARCH : CAP_DAC_OVERRIDE;
}

// The C library's functions for users and groups would wait for threads that this copy does not have.
static int become_nobody(const struct compass_guard_plan *plan, int kept) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct rights[2];
    if (syscall(SYS_capget, &header, rights) < 0) return -1;
    uint32_t lost = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t wanted = kept >= 0 && kept / 32 == i ? 1u << kept % 32 : 0;
        lost |= rights[i].permitted & ~wanted;
        // Up to execve: it may be that only its owner may execute the program.
        uint32_t executing = wanted | (kept >= 0 && CAP_DAC_OVERRIDE / 32 == i ? 1u << CAP_DAC_OVERRIDE % 32 : 0);
        wanted &= rights[i].permitted;
        executing &= rights[i].permitted;
        rights[i] =
            (struct __user_cap_data_struct){.effective = executing, .permitted = executing, .inheritable = wanted};
    }
    if (syscall(SYS_setresgid, NOBODY, NOBODY, NOBODY) < 0) {
        // In a user namespace that does not know nobody root is an ordinary user to everybody else (EINVAL), and in a container
        // without the right to become another user it has none to lose (EPERM). Without new privileges execve adds no right.
        if (errno != EINVAL && errno != EPERM) return -1;
        return lost == 0 ? 0 : (int)syscall(SYS_capset, &header, rights);
    }
    // What it works in is its own.
    for (size_t i = 0; i < plan->place_count; i++) {
        if (!(plan->places[i].rights & COMPASS_MAY_WRITE) || !guard_is_same_file(plan->places[i].descriptor, plan->folder)) continue;
        if (syscall(SYS_fchownat, plan->folder, "", NOBODY, NOBODY, AT_EMPTY_PATH) < 0) return -1;
    }
    // With that, access(2) reckons with the right that is kept, as all other calls do.
    if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0) < 0 && prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) < 0) return -1;
    if (syscall(SYS_setgroups, 0, NULL) < 0) return -1;
    if (syscall(SYS_setresuid, NOBODY, NOBODY, NOBODY) < 0 || syscall(SYS_capset, &header, rights) < 0) return -1;
    if ((rights[0].permitted | rights[1].permitted) == 0) return 0;
    return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, kept, 0, 0);
}

// Of root: takes its rights, and from a confined program also that it is root.
int guard_drop_rights(const struct compass_guard_plan *plan) {
    int kept = plan->is_confined ? kept_right(plan) : CAP_DAC_OVERRIDE;
    for (int right = 0; right < 64; right++) {
        if (right == kept) continue;
        if (prctl(PR_CAPBSET_DROP, right, 0, 0, 0) < 0 && errno == EINVAL) break;
    }
    return plan->is_confined ? become_nobody(plan, kept) : 0;
}
