internal import Glibc

/// How long the writer's thread keeps other processes from writing.
///
/// The work of a group takes a few milliseconds, but a machine with more threads than cores may let the thread wait for its turn
/// in the midst of it, again and again: then it takes on no more, commits, and lets others have the lock.
struct GroupPace: Sendable {
    /// After so long a transaction takes on no further write.
    var hold: Duration = .milliseconds(10)
    /// The time that has passed since some moment.
    var clock: @Sendable () -> Duration = { [start = ContinuousClock.now] in .now - start }
    /// Called on the writer's thread between a transaction that has been cut short and the next one. Longer than those wait who
    /// look for the lock, see `LockWait`.
    var pause: @Sendable () -> Void = { usleep(1_500) }
}
