import Synchronization

/// Keeps what is told to it, so that tests can wait for it instead of sleeping.
final class Recorder<Element: Sendable>: Sendable {
    private struct Waiter {
        let isDone: @Sendable ([Element]) -> Bool
        let continuation: CheckedContinuation<[Element], Never>
    }

    private struct State {
        var elements: [Element] = []
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    var all: [Element] { state.withLock { $0.elements } }

    func record(_ element: Element) {
        let ready = state.withLock { state in
            state.elements.append(element)
            let elements = state.elements
            // Asked once each: what it asks for may come true meanwhile, and one that is neither called nor kept waits for ever.
            let waiters = state.waiters.map { ($0, isDone: $0.isDone(elements)) }
            state.waiters = waiters.filter { !$0.isDone }.map(\.0)
            return waiters.filter(\.isDone).map { ($0.0.continuation, elements) }
        }
        for (continuation, elements) in ready { continuation.resume(returning: elements) }
    }

    /// Waits until what was recorded fits.
    @discardableResult
    func wait(until isDone: @escaping @Sendable ([Element]) -> Bool) async -> [Element] {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state -> [Element]? in
                if isDone(state.elements) { return state.elements }
                state.waiters.append(Waiter(isDone: isDone, continuation: continuation))
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    @discardableResult
    func wait(for count: Int) async -> [Element] { await wait { $0.count >= count } }

    @discardableResult
    func first(where fits: @escaping @Sendable (Element) -> Bool) async -> Element? {
        await wait { $0.contains(where: fits) }.first(where: fits)
    }
}

/// A door that a test opens.
final class Door: Sendable {
    private let recorder = Recorder<Void>()

    func open() { recorder.record(()) }

    func pass() async { await recorder.wait(for: 1) }
}
