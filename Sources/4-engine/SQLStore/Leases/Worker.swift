internal import Pipelines
internal import Platform
internal import SQL
internal import Synchronization

/// This process as one that works on runs: its fencing number, and its claim to it, which tells that it lives.
///
/// The claim ends with the process, however that ends, so that its runs can be taken over at once.
final class Worker: Sendable {
    private struct State {
        var number: Int64?
        var hasEnded = false
    }

    /// How long a lease lasts without being renewed.
    static let lease = Duration.seconds(30)

    private let liveness: any Liveness
    private let state = Mutex(State())

    init(_ liveness: any Liveness) {
        self.liveness = liveness
    }

    /// nil until it has joined.
    var number: Int64? { state.withLock { $0.number } }

    /// The number, with a row in `workers`, which is added when there is none. The transaction must be one that writes: the
    /// claim is taken before anybody else can see the row.
    ///
    /// - Throws: what `Liveness` does; `TableError` of kind `closed`.
    func join(_ connection: any SQLConnection) throws -> Int64 {
        let table = WorkerTable(connection: connection)
        let end = try liveness.now().advanced(by: Self.lease)
        return try state.withLock { state in
            if state.hasEnded {
                throw TableError(.closed, operation: "join", message: "the database has been closed")
            }
            // Another process may have removed the row, when the lease had run out and there was no run to lose; or the
            // transaction that had added it was rolled back.
            if let number = state.number, let lease = try table.lease(of: number) {
                // What begins now must not be abandoned because nothing had to be renewed for a while.
                if lease.end.advanced(by: .seconds(10)) < end { try table.extend(number, until: end) }
                return number
            }
            var number = try table.add(until: end)
            // Somebody has it whose own row was rolled back, and who has not ended yet.
            while try !liveness.take(.worker(number)) {
                try table.remove(number)
                number = try table.add(until: end)
            }
            if let former = state.number, former != number { try liveness.giveUp(.worker(former)) }
            state.number = number
            return number
        }
    }

    /// Renews the lease of a number that this process has.
    func renew(_ number: Int64, _ connection: any SQLConnection) throws {
        try WorkerTable(connection: connection).extend(number, until: liveness.now().advanced(by: Self.lease))
    }

    /// Whether a worker works on: its lease has not run out, and it has its claim.
    func isAlive(_ other: WorkerTable.Lease) throws -> Bool {
        if other.number == number { return true }
        if try other.end < liveness.now() { return false }
        return try liveness.isTaken(.worker(other.number))
    }

    /// Numbers of workers that are gone; `RunOwners.nobody` when it has runs.
    func abandoned(_ connection: any SQLConnection) throws -> [Int64] {
        var numbers: [Int64] = []
        if try RunOwners(connection: connection).hasRuns(RunOwners.nobody) { numbers.append(RunOwners.nobody) }
        for lease in try WorkerTable(connection: connection).leases() where try !isAlive(lease) {
            numbers.append(lease.number)
        }
        return numbers
    }

    /// Gives the number up, for good.
    func end() {
        state.withLock { $0 = State(hasEnded: true) }
    }
}
