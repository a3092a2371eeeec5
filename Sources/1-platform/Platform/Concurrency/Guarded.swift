/// A value that many threads use in turn, each for a moment: as `Mutex` of the standard library, for locks that all runs of a
/// process take.
///
/// On Linux that one is a lock with priority inheritance (FUTEX_LOCK_PI), which hands itself over to the thread that has
/// waited longest. When its holder is preempted, a line forms, and from then on the lock goes from one sleeping thread to the
/// next, each of which has to be woken first: the line lasts for as long as threads come. 64 runs on two cores stood in it for a
/// quarter of their time. Here whoever comes first takes the lock, and the line dissolves.
///
/// `@unchecked Sendable`: the value is touched only with the monitor's lock.
public final class Guarded<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value

    /// - Parameter value: given over.
    public init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with the value; it must neither block nor ask for the value again.
    ///
    /// - Throws: what `body` throws.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        monitor.lock()
        defer { monitor.unlock() }
        return try body(&value)
    }
}
