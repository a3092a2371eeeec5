internal import Platform
internal import SQLite
internal import Synchronization

/// This process as one that works on runs: its fencing number, and the lock that says that it lives.
///
/// Every worker holds the lock of one byte, that of its number, in a file beside the database, for as long as it lives.
/// The kernel frees the lock when the process ends, however it ends, so that its runs can be taken over at once.
final class Worker: Sendable {
    private struct State {
        var locks: LockFile?
        var number: Int64?
        var hasEnded = false
    }

    private let path: Path
    private let state = Mutex(State())

    init(lockFile path: Path) {
        self.path = path
    }

    /// nil until it has joined.
    var number: Int64? { state.withLock { $0.number } }

    /// The number, with a row in `workers`, which is added when there is none. The transaction must be one of the
    /// writer's: the lock is taken before anybody else can see the row.
    ///
    /// - Parameter end: of the lease.
    /// - Throws: `SystemError` when the lock cannot be taken; `SQLiteError`.
    func join(_ connection: Connection, until end: Timestamp) throws -> Int64 {
        let table = WorkerTable(connection: connection)
        return try state.withLock { state in
            if state.hasEnded {
                throw SQLiteError(.misuse, operation: "join", message: "the database has been closed")
            }
            // Another process may have removed the row, when the lease had run out and there was no run to lose; or the
            // transaction that had added it was rolled back.
            if let number = state.number, let lease = try table.lease(of: number) {
                // What begins now must not be abandoned because nothing had to be renewed for a while.
                if lease.end.advanced(by: .seconds(10)) < end { try table.extend(number, until: end) }
                return number
            }
            let locks = try state.locks ?? LockFile(path)
            state.locks = locks
            var number = try table.add(until: end)
            // Somebody has it whose own row was rolled back, and who has not ended yet.
            while try !locks.take(number) {
                try table.remove(number)
                number = try table.add(until: end)
            }
            if let former = state.number, former != number { try locks.giveUp(former) }
            state.number = number
            return number
        }
    }

    /// Whether a worker works on: its lease has not run out, and it has its lock.
    func isAlive(_ other: WorkerTable.Lease, at now: Timestamp) throws -> Bool {
        try state.withLock { state in
            if other.number == state.number { return true }
            if other.end < now { return false }
            // Without the file nobody has a lock in it, and looking does not create it.
            if state.locks == nil, !Files.exists(path) { return false }
            let locks = try state.locks ?? LockFile(path)
            state.locks = locks
            return try locks.isTaken(other.number)
        }
    }

    /// Frees the lock, for good.
    ///
    /// - Throws: `SystemError`
    func end() throws(SystemError) {
        let (locks, number) = state.withLock { state in
            defer { state = State(hasEnded: true) }
            return (state.locks, state.number)
        }
        // Closing the file is not enough: a child that is just being started has a copy of the descriptor.
        if let locks, let number { try locks.giveUp(number) }
    }
}
