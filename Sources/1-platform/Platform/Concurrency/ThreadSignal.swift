/// Wakes the one thread that waits for it; a call while none waits is kept.
///
/// `@unchecked Sendable`: `isSet` is touched only with the monitor's lock.
final class ThreadSignal: @unchecked Sendable {
    private let monitor = Monitor()
    private var isSet = false

    func notify() {
        monitor.withLock { isSet = true }
        monitor.wakeOne()
    }

    /// Waits for `notify`, or for a time; nil: for `notify` only. May return early.
    func wait(until time: ContinuousClock.Instant?) {
        monitor.withLock {
            if !isSet { monitor.wait(until: time) }
            isSet = false
        }
    }
}
