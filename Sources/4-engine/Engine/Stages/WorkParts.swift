internal import Synchronization

/// The parts of a run that go on side by side, such as elements of `for-each`. The run's slot is lent while all of them
/// wait.
final class WorkParts: Sendable {
    private struct State {
        var parts = 1
        var waiting = 0
        var isLent = false
    }

    private let state = Mutex(State())
    private let slot: WorkSlot

    init(_ slot: WorkSlot) {
        self.slot = slot
    }

    /// One more part goes on beside the others; the first one needs no call.
    func begin() { change { $0.parts += 1 } }

    /// A part that `begin` had announced is over.
    func end() { change { $0.parts -= 1 } }

    /// A part has nothing to do for a while.
    func beginWaiting() { change { $0.waiting += 1 } }

    /// The part goes on.
    func endWaiting() { change { $0.waiting -= 1 } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            let isLent = state.waiting >= state.parts
            if isLent == state.isLent { return }
            state.isLent = isLent
            // Inside of the lock, so that the slot's owner hears of changes in their order.
            if isLent { slot.lend() } else { slot.takeBack() }
        }
    }
}
