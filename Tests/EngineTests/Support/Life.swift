import Synchronization

/// The process that an engine is thought to be in. It can die at any boundary of the journal or of an effect; from then on
/// nothing of it reaches the world or the database.
final class Life: Sendable {
    /// What a dead process's calls throw.
    struct Died: Error {}

    private struct State {
        var passed = 0
        var isDead = false
    }

    private let state = Mutex(State())
    private let last: Int?

    /// - Parameter last: the boundary at which it dies, from 1; nil: it lives until `end`.
    init(diesAt last: Int? = nil) {
        self.last = last
    }

    var isDead: Bool { state.withLock { $0.isDead } }

    /// Comes to a boundary.
    func pass() throws(Died) {
        let isDead = state.withLock { state in
            state.passed += 1
            if state.passed == last { state.isDead = true }
            return state.isDead
        }
        if isDead { throw Died() }
    }

    /// `kill -9`
    func end() {
        state.withLock { $0.isDead = true }
    }
}
