internal import CLinux
internal import Glibc

/// Wakes the one thread that waits for it; a call while none waits is kept.
///
/// `@unchecked Sendable`: `isSet` is touched only under `mutex`, which Swift cannot see because a condition variable
/// needs the pthread mutex itself.
final class ThreadSignal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isSet = false

    init() {
        pthread_mutex_init(mutex, nil)
        compass_monotonic_condition(condition)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func notify() {
        pthread_mutex_lock(mutex)
        isSet = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for `notify`, or for a time; nil: for `notify` only. May return early.
    func wait(until time: ContinuousClock.Instant?) {
        pthread_mutex_lock(mutex)
        defer {
            isSet = false
            pthread_mutex_unlock(mutex)
        }
        if isSet { return }
        guard let time else {
            pthread_cond_wait(condition, mutex)
            return
        }
        let (seconds, attoseconds) = (time - .now).components
        if seconds < 0 { return }
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += Int(min(seconds, 86_400))
        deadline.tv_nsec += Int(attoseconds / 1_000_000_000) + 1
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_nsec -= 1_000_000_000
            deadline.tv_sec += 1
        }
        pthread_cond_timedwait(condition, mutex, &deadline)
    }
}
