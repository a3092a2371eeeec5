internal import Pipelines

/// A run's leave to work. Of a run that works alone it is on record, so that the death of the process tells whom it was
/// working on.
struct WorkTurn: Sendable {
    let run: String
    let way: WorkGate.Way
    let gate: WorkGate
    let leases: (any RunLeases)?

    var isHeld: Bool { gate.isInside(run) }

    /// Waits for the turn.
    ///
    /// - Returns: false when the task was cancelled before.
    /// - Throws: the journal's errors; then it has none.
    func take() async throws -> Bool {
        guard await gate.enter(run, way) else { return false }
        do {
            if way == .alone {
                try await begin()
            } else if gate.marked != nil {
                // Whoever had it before was not able to tell that it had given it up.
                try await end(of: nil)
            }
        } catch {
            gate.leave(run)
            throw error
        }
        return true
    }

    func giveUp() { gate.leave(run) }

    /// Has on record that the run, which gave its turn up, does not work.
    ///
    /// - Throws: the journal's errors.
    func tell() async throws {
        if way == .alone, !isHeld { try await end(of: run) }
    }

    private func begin() async throws {
        guard let leases else { return }
        gate.set(marked: run)
        try await leases.beginTrial(of: run)
    }

    private func end(of run: String?) async throws {
        guard let leases else { return }
        try await leases.endTrial(of: run)
        gate.clear(marked: run)
    }
}

/// A run's place among those that go on at a time, which it releases to others while it only waits.
struct WorkerPermit: Sendable {
    /// The run waits for a while and needs no worker.
    let release: @Sendable () -> Void
    /// The run goes on.
    let reacquire: @Sendable () -> Void

    /// Of a run that has none.
    static let none = WorkerPermit(release: {}, reacquire: {})
}
