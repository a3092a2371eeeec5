internal import Synchronization

/// Hands elements from many to one who waits, also when the one who waits was cancelled.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiting: CheckedContinuation<[Element], Never>?
    }

    private let state = Mutex(State())

    func put(_ element: Element) {
        let waiting = state.withLock { state -> CheckedContinuation<[Element], Never>? in
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            state.elements.append(element)
            return nil
        }
        waiting?.resume(returning: [element])
    }

    /// All that is there, in order; waits until there is something. To be called by one task at a time.
    func take() async -> [Element] {
        await withCheckedContinuation { continuation in
            let elements = state.withLock { state -> [Element] in
                if state.elements.isEmpty {
                    state.waiting = continuation
                    return []
                }
                defer { state.elements = [] }
                return state.elements
            }
            if !elements.isEmpty { continuation.resume(returning: elements) }
        }
    }
}
