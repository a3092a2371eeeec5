internal import SQL
internal import Synchronization

/// What the writer's thread does with the jobs that have gathered.
///
/// `@unchecked Sendable`: made by the initialiser of `Writer`, and from then on touched only by the writer's thread;
/// `counts` has its own lock.
final class WriterThread: @unchecked Sendable {
    /// More in one transaction would save little and keep the first of them waiting.
    private static let largestGroup = 512
    /// Recorded jobs that are kept while the database is locked.
    private static let maxRetained = 10_000

    private var connection: Connection?
    /// Recorded jobs whose transaction could not begin; they go before the next ones.
    private var retained: [any WriteJob] = []
    /// Failures of recorded jobs that nobody has been told of, by key.
    private var failures: [String: any Error] = [:]
    private var isSyncing = true
    /// Why a sync has failed. Nothing is written after it: the kernel may take what it could not write for written, so a
    /// later sync would succeed and prove nothing.
    private var failedSync: SQLiteError?
    let counts = WriteCounts()

    private let beforeCommit: @Sendable () throws -> Void
    private let afterCommit: @Sendable () -> Void
    private let syncFailed: @Sendable (SQLiteError) -> Void

    init(
        connection: sending Connection, beforeCommit: @escaping @Sendable () throws -> Void = {},
        afterCommit: @escaping @Sendable () -> Void = {},
        syncFailed: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) {
        // What it has written before is not the writer's.
        _ = connection.takeWrittenPages()
        self.connection = connection
        self.beforeCommit = beforeCommit
        self.afterCommit = afterCommit
        self.syncFailed = syncFailed
    }

    func run(_ jobs: [any WriteJob]) {
        guard let connection else {
            let error = SQLiteError(.misuse, operation: "write", message: "the database has been closed")
            for job in jobs { job.finish(error) }
            return
        }
        let all = retained + jobs
        retained = []
        var start = 0
        while start < all.count {
            let end = min(all.count, start + Self.largestGroup)
            let group = all[start..<end]
            // Savepoints cost more than most writes: SQLite keeps a copy of each page, and its full-text index writes out what
            // it has. So they come only when one of the jobs has thrown.
            let isDone =
                group.count > 1
                && (commitTogether(group, isolated: false, on: connection)
                    || commitTogether(group, isolated: true, on: connection))
            if !isDone {
                for job in group { commitAlone(job, isOnly: group.count == 1, on: connection) }
            }
            start = end
        }
    }

    /// Closes the connection; later jobs fail.
    func close() {
        run([])
        connection = nil
    }

    /// - Parameter isolated: whether each job can be rolled back alone.
    /// - Returns: false when nothing of it is in the database because of a trouble that may be one job's only.
    private func commitTogether(
        _ jobs: ArraySlice<any WriteJob>, isolated: Bool, on connection: Connection
    ) -> Bool {
        guard begin(jobs, on: connection, retaining: true) else { return true }
        var outcomes: [(any Error)?] = []
        var failures = self.failures
        do {
            for job in jobs {
                var outcome = takeFailure(for: job, from: &failures)
                if outcome == nil, !isolated {
                    try attempt(job, on: connection, &failures)
                } else if outcome == nil {
                    do {
                        try connection.savepoint { try attempt(job, on: connection, &failures) }
                    } catch {
                        // Some errors make SQLite roll back the whole transaction by itself.
                        if connection.isAutocommit || failedSync != nil { throw error }
                        outcome = error
                        keepFailure(error, of: job, in: &failures)
                    }
                }
                outcomes.append(outcome)
            }
            try commit(connection)
        } catch {
            connection.rollBack()
            guard let failedSync else { return false }
            for job in jobs { job.finish(failedSync) }
            return true
        }
        self.failures = failures
        count(outcomes.count, on: connection)
        for (job, outcome) in zip(jobs, outcomes) { job.finish(outcome) }
        return true
    }

    private func commitAlone(_ job: any WriteJob, isOnly: Bool, on connection: Connection) {
        if let failure = takeFailure(for: job, from: &failures) {
            job.finish(failure)
            return
        }
        guard begin([job], on: connection, retaining: isOnly) else { return }
        do {
            try attempt(job, on: connection, &failures)
            try commit(connection)
        } catch {
            connection.rollBack()
            keepFailure(error, of: job, in: &failures)
            job.finish(failedSync ?? error)
            return
        }
        count(1, on: connection)
        job.finish(nil)
    }

    /// - Parameter retaining: whether recorded jobs may wait for the next transaction without losing their order.
    /// - Returns: false when the transaction could not begin; the jobs have then been told, or retained.
    private func begin(_ jobs: ArraySlice<any WriteJob>, on connection: Connection, retaining: Bool) -> Bool {
        do {
            if let failedSync { throw failedSync }
            let syncs = jobs.contains { $0.durability == .synced }
            if syncs != isSyncing {
                // Not `execute`: SQLite obeys this pragma when it is prepared, so a cached one would do nothing.
                try connection.script("PRAGMA synchronous = \(syncs ? "FULL" : "NORMAL")")
                isSyncing = syncs
            }
            try connection.execute(TransactionMode.immediate.rawValue)
            return true
        } catch {
            for job in jobs {
                if retaining, job.durability == .recorded, retained.count < Self.maxRetained {
                    retained.append(job)
                } else {
                    keepFailure(error, of: job, in: &failures)
                    job.finish(error)
                }
            }
            return false
        }
    }

    private func commit(_ connection: Connection) throws {
        try connection.performDeferredWork()
        try beforeCommit()
        try watchingSyncs { try connection.execute("COMMIT") }
        afterCommit()
        // The transaction is on the disk; those before it that were not synced may not be.
        if let error = connection.failedSync { stopWriting(error) }
    }

    /// SQLite syncs in a commit, and where a transaction that does not fit into its cache begins a new log.
    private func watchingSyncs(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as SQLiteError where error.isUnsynced {
            stopWriting(error)
            throw error
        }
    }

    private func stopWriting(_ error: SQLiteError) {
        guard failedSync == nil else { return }
        failedSync = error
        syncFailed(error)
    }

    private func attempt(
        _ job: any WriteJob, on connection: Connection, _ failures: inout [String: any Error]
    ) throws {
        try watchingSyncs { try job.attempt(connection) }
        if connection.isAutocommit {
            throw SQLiteError(.misuse, operation: "commit", message: "the body has ended the transaction itself")
        }
        if !failures.isEmpty, let key = job.keyOfResult, let failure = failures.removeValue(forKey: key) {
            throw failure
        }
    }

    private func takeFailure(for job: any WriteJob, from failures: inout [String: any Error]) -> (any Error)? {
        if failures.isEmpty || job.durability == .recorded { return nil }
        guard job is Flush else { return failures.removeValue(forKey: job.key) }
        defer { failures = [:] }
        return failures.values.first
    }

    /// Of several failures of a key the first is the cause.
    private func keepFailure(_ error: any Error, of job: any WriteJob, in failures: inout [String: any Error]) {
        guard job.durability == .recorded, failures[job.key] == nil else { return }
        failures[job.key] = error
    }

    private func count(_ jobs: Int, on connection: Connection) {
        let pages = connection.takeWrittenPages()
        counts.values.withLock {
            $0.writes += jobs
            $0.commits += 1
            $0.pages += pages
            if isSyncing { $0.syncedCommits += 1 }
        }
    }
}
