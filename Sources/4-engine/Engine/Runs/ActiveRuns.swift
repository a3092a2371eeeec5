internal import Synchronization

/// The runs that go on in this process.
final class ActiveRuns: Sendable {
    private struct State {
        var wishes: [String: RunWish] = [:]
        var isClosing = false
    }

    private let state = Mutex(State())

    func add(_ run: String, _ wish: RunWish) {
        let isClosing = state.withLock { state in
            state.wishes[run] = wish
            return state.isClosing
        }
        if isClosing { wish.suspend() }
    }

    func remove(_ run: String) {
        state.withLock { $0.wishes[run] = nil }
    }

    /// Does nothing when the run does not go on here.
    func cancel(_ run: String) {
        state.withLock { $0.wishes[run] }?.cancel()
    }

    /// Those that go on, and all that come.
    func suspendAll() {
        let wishes = state.withLock { state in
            state.isClosing = true
            return Array(state.wishes.values)
        }
        for wish in wishes { wish.suspend() }
    }
}
