// Tells the thread sanitizer what it cannot see of Swift's `Mutex`.
//
// The first attempt to take the lock is compiled into the program, with the sanitizer's instructions; the waiting for one that is
// taken stands in libswiftSynchronization, which the toolchain ships without them (`_MutexHandle`, the `…Slow` functions of
// stdlib/public/Synchronization/Mutex/LinuxImpl.swift). So two threads that take turns with a lock look like a race whenever one of
// them has waited. scripts/sanitize loads this in front of that library; the lock itself stays Swift's own, and what happens
// without it is still reported.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in programs that are not built with the sanitizer, such as the shell that starts one. The lock's address is that of its
// atomic, so that these meet what the instrumented attempts say of it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);

static SWIFT void (*swift_lock)(uint32_t, SELF void *);
static SWIFT bool (*swift_try_lock)(SELF void *);
static SWIFT void (*swift_unlock)(SELF void *);

__attribute__((constructor)) static void find(void) {
    swift_lock = dlsym(RTLD_NEXT, LOCK_SLOW);
    swift_try_lock = dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    swift_unlock = dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    swift_lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
    bool taken = swift_try_lock(mutex);
    if (taken && __tsan_acquire) __tsan_acquire(mutex);
    return taken;
}

SWIFT void unlock_slow(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    swift_unlock(mutex);
}
