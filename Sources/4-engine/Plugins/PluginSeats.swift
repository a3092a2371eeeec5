internal import Synchronization

/// How many requests a persistent plugin works on at a time: so many have a seat, and the others wait in the order in which
/// they came. From any task.
final class PluginSeats: Sendable {
    private struct State {
        var free: Int
        var count = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        /// Cancelled before they could wait.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Runs `body` in a seat.
    ///
    /// - Throws: what it throws; `CancellationError` when the task is cancelled while it waits.
    func seated<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await take()
        defer { give() }
        return try await body()
    }

    private func take() async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Swift.Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
        // Of one that has its seat and was cancelled then.
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    private func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
