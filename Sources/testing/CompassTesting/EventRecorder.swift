public import Engine
internal import Synchronization

/// Keeps what an engine reports, so that tests can wait for events instead of sleeping.
public final class EventRecorder: Sendable {
    private struct State {
        var events: [RunEvent] = []
        var waiting: [(matches: @Sendable (RunEvent) -> Bool, continuation: CheckedContinuation<RunEvent, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// To be given to the engine as its observer.
    public var observe: @Sendable (RunEvent) -> Void {
        { self.record($0) }
    }

    /// What was reported so far.
    public var events: [RunEvent] { state.withLock { $0.events } }

    /// Waits for the first event that matches; one that has been reported already counts.
    public func first(where matches: @escaping @Sendable (RunEvent) -> Bool) async -> RunEvent {
        await withCheckedContinuation { continuation in
            let found = state.withLock { state -> RunEvent? in
                if let event = state.events.first(where: matches) { return event }
                state.waiting.append((matches, continuation))
                return nil
            }
            if let found { continuation.resume(returning: found) }
        }
    }

    private func record(_ event: RunEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let ready = state.waiting.filter { $0.matches(event) }
            state.waiting.removeAll { $0.matches(event) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: event) }
    }
}
