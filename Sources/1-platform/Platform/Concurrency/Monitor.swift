internal import CLinux
internal import Glibc
internal import Synchronization

/// A lock whose holders can wait for one another: a mutex and a condition variable in one.
///
/// The condition is a futex(2) of our own, since pthread_cond_signal(3) of glibc 2.25 to 2.40 may wake nobody although
/// threads wait (https://sourceware.org/bugzilla/show_bug.cgi?id=25847), and what is waited for here is waited for without
/// a limit: one such loss would be a stand for good. Here a thread that has read the turn under the lock sleeps only while
/// that turn lasts, and whoever wakes ends it first.
///
/// `@unchecked Sendable`: mutex and turn have addresses that never change, and are used by calls that any thread may make.
public final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let turns = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    private let sleepers = Atomic(0)

    /// Free, and nobody waits.
    public init() {
        pthread_mutex_init(mutex, nil)
        turns.initialize(to: 0)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        turns.deallocate()
    }

    /// Waits for the lock; whoever has it must not ask for it again.
    public func lock() {
        pthread_mutex_lock(mutex)
    }

    /// By the thread that has the lock.
    public func unlock() {
        pthread_mutex_unlock(mutex)
    }

    /// Runs `body` with the lock.
    ///
    /// - Throws: what `body` throws.
    public func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Gives up the lock until somebody wakes it, and has it again when it returns. May return without a reason: what is
    /// waited for has to be looked at again.
    ///
    /// - Parameter time: returns then at the latest; nil: there is no limit.
    public func wait(until time: ContinuousClock.Instant? = nil) {
        // Before the lock is given up: who changes something after that sees that somebody sleeps.
        sleepers.add(1, ordering: .sequentiallyConsistent)
        let turn = compass_turn(turns)
        unlock()
        compass_sleep_through_turn(turns, turn, time.map(Self.nanoseconds) ?? -1)
        lock()
        sleepers.subtract(1, ordering: .sequentiallyConsistent)
    }

    /// Wakes one thread that waits, if any does. What it waits for was changed with the lock; the call itself does not need
    /// it, and is better made without, since whoever wakes would have to wait for it.
    public func wakeOne() { wake(1) }

    /// As `wakeOne`, for all that wait.
    public func wakeAll() { wake(.max) }

    private func wake(_ count: Int32) {
        compass_end_turn(turns)
        if sleepers.load(ordering: .sequentiallyConsistent) > 0 { compass_wake_sleepers(turns, count) }
    }

    /// Until then; a day at most, after which it is looked again.
    private static func nanoseconds(_ time: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = max(.zero, min(time - .now, .seconds(86_400))).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000 + 1
    }
}
