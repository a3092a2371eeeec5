internal import Pipelines
internal import Synchronization

/// The branches of a run that go on side by side, such as elements of `for-each`. While all of them wait, the run's permit is
/// released and others may work; when one of them goes on, it waits for its turn at the gate.
final class BranchTracker: Sendable {
    private struct State {
        var branches = 1
        var waiting = 0
        var isReleased = false
    }

    private let state = Mutex(State())
    private let permit: WorkerPermit
    private let turn: WorkTurn

    init(_ permit: WorkerPermit, turn: WorkTurn) {
        self.permit = permit
        self.turn = turn
    }

    /// One more branch goes on beside the others; the first one needs no call.
    ///
    /// - Returns: whether all the others wait, so that it calls `catchUp` before it does anything.
    func begin() -> Bool {
        state.withLock { state in
            state.branches += 1
            if state.isReleased { state.waiting += 1 }
            return state.isReleased
        }
    }

    /// Waits for the run's turn.
    func catchUp() async {
        // Trouble with the journal meets the branch at its own first entry.
        try? await goOn()
    }

    /// A branch that `begin` had announced is over.
    func end() { state.withLock { change(&$0) { $0.branches -= 1 } } }

    /// Runs `body` while the branch has nothing to do for a while.
    ///
    /// - Throws: what `body` throws; the journal's errors.
    func waiting(_ body: () async throws -> Void) async throws {
        state.withLock { change(&$0) { $0.waiting += 1 } }
        do {
            try await turn.tell()
            try await body()
        } catch {
            // Whatever that comes to, it matters less.
            try? await goOn()
            throw error
        }
        try await goOn()
    }

    private func goOn() async throws {
        while true {
            let isBack = state.withLock { state in
                if state.isReleased, !turn.isHeld { return false }
                change(&state) { $0.waiting -= 1 }
                return true
            }
            if isBack { return }
            do {
                if try await turn.take() { continue }
            } catch {
                state.withLock { change(&$0) { $0.waiting -= 1 } }
                throw error
            }
            // It was cancelled: what it does now, others need not wait for.
            return state.withLock { change(&$0) { $0.waiting -= 1 } }
        }
    }

    /// Inside of the lock, so that the permit's owner hears of changes in their order.
    private func change(_ state: inout State, _ body: (inout State) -> Void) {
        body(&state)
        let isReleased = state.waiting >= state.branches
        if isReleased == state.isReleased { return }
        state.isReleased = isReleased
        if isReleased {
            turn.giveUp()
            permit.release()
        } else {
            permit.reacquire()
        }
    }
}
