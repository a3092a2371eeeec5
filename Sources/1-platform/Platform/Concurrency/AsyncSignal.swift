internal import Synchronization

/// Lets a service sleep until something happens or a while has passed. What happens while nobody waits is kept, once.
public final class AsyncSignal: Sendable {
    private struct State {
        var isSet = false
        var isStopped = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Nothing has happened yet.
    public init() {}

    /// Something has happened.
    public func wake() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.isSet = state.waiting == nil
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// There is no more sleep from now on. Doing it twice does no harm.
    public func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Whether `stop` was called.
    public var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Waits until something happens. May return early. To be called by one task at a time.
    ///
    /// - Parameter duration: the longest wait; nil: there is none.
    /// - Returns: false when it is time to end, since `stop` was called or the task was cancelled.
    public func wait(atMost duration: Duration?) async -> Bool {
        let alarm = duration.map { AlarmClock.shared.set(after: $0) { self.wake() } } ?? .stopped
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isSet || state.isStopped || Task.isCancelled {
                        state.isSet = false
                        return true
                    }
                    state.waiting = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        alarm.stop()
        return !isStopped && !Task.isCancelled
    }
}
