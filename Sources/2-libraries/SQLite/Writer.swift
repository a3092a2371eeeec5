internal import Platform
internal import SQL
internal import Synchronization

/// The one connection of a process that writes a database, with its own thread.
///
/// All writes that wait when the thread comes free share one transaction, and SQLite syncs it in its COMMIT
/// (`synchronous = FULL`) if one of them is to be durable. A write that throws is rolled back alone: then all of them run
/// again, each in a savepoint of its own. When the shared transaction itself fails (a full disk), every write runs again in
/// a transaction of its own: only those that cannot be done fail.
///
/// What survives, given a database in WAL mode: after `write` has returned with `durable`, its changes and those of every
/// earlier write and record survive a crash of the process and of the machine. After an undurable `write` has returned
/// they survive a crash of the process. What was only recorded may be lost with the process until the next `write` or
/// `flush` returns. After any crash the database holds whole writes only, and none without those before it.
public final class Writer: Sendable {
    /// What a writer has done.
    public struct Counts: Sendable, Hashable {
        /// Writes and records that are committed, those that were rolled back alone included.
        public var writes = 0
        /// Transactions.
        public var commits = 0
        /// Transactions that were synced to the disk, each by one sync.
        public var syncedCommits = 0
        /// Pages of the database that the transactions have written, each once a transaction; to the log in WAL mode.
        public var pages = 0

        public init(writes: Int = 0, commits: Int = 0, syncedCommits: Int = 0, pages: Int = 0) {
            self.writes = writes
            self.commits = commits
            self.syncedCommits = syncedCommits
            self.pages = pages
        }
    }

    /// More recorded writes than this are committed without waiting for another write.
    private static let maxHeld = 1_000

    private enum Item: Sendable {
        case job(any WriteJob)
        case jobs([any WriteJob])
        case close(CheckedContinuation<Void, Never>)
    }

    private let state: WriterThread
    private let thread: SerialThread<Item>
    private let held = Guarded<[any WriteJob]>([])

    /// - Parameters:
    ///   - connection: given over to the writer's thread. Its journal mode must be WAL for the promises above; the writer
    ///     sets `synchronous` itself.
    ///   - beforeCommit: called on the writer's thread before each transaction is committed; what it throws is thrown by the
    ///     writes of the transaction, which is rolled back.
    ///   - afterCommit: the same, after it has been.
    ///   - syncFailed: called on a thread of the writer, at most once, when the log could not be synced: what the last
    ///     writes have changed is in the database, may not be on the disk, and nobody can tell. They and all later
    ///     writes fail with the same error (`isUnsynced`), which changes nothing more; only a new opening of the
    ///     database, best by a new process, can write again.
    /// - Throws: `SQLiteError`
    public init(
        _ connection: sending Connection, beforeCommit: @escaping @Sendable () throws -> Void = {},
        afterCommit: @escaping @Sendable () -> Void = {},
        syncFailed: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) {
        try connection.script("PRAGMA synchronous = FULL")
        AutomaticCheckpoint.install(on: connection)
        let state = WriterThread(
            connection: connection, beforeCommit: beforeCommit, afterCommit: afterCommit, syncFailed: syncFailed)
        self.state = state
        thread = SerialThread(
            // While it has the lock no other process can write.
            name: "sqlite-writer", isFavoured: true,
            drain: { items in
                var jobs: [any WriteJob] = []
                for item in items {
                    switch item {
                    case .job(let job):
                        jobs.append(job)
                    case .jobs(let more):
                        jobs += more
                    case .close(let continuation):
                        state.run(jobs)
                        jobs = []
                        state.close()
                        continuation.resume()
                    }
                }
                if !jobs.isEmpty { state.run(jobs) }
            },
            end: { state.close() })
    }

    deinit {
        // The thread works off what it has been given before it ends.
        let rest = held.withLock { $0 }
        if !rest.isEmpty { thread.put(.jobs(rest)) }
    }

    /// What has been done so far.
    public var counts: Counts { state.counts.values.withLock { $0 } }

    /// Runs `body` in a transaction and returns its result when that is committed. Cancelling the task does not stop it.
    ///
    /// - Parameters:
    ///   - durable: whether to wait until it is on the disk.
    ///   - key: whose work it is; see `record`.
    ///   - resultKey: the same where only the result tells whose work it was.
    ///   - body: must have no effect but on the database, since it is called again when a shared transaction fails. It
    ///     must neither begin nor end a transaction; savepoints are fine.
    /// - Throws: what `body` throws; `SQLiteError`, also of an earlier `record` with the same key, in which case `body`
    ///   has not run, or has been rolled back. Nothing is changed then.
    @discardableResult
    public func write<Result: Sendable>(
        durable: Bool = true, key: String = "", resultKey: @escaping @Sendable (Result) -> String? = { _ in nil },
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            put(
                AwaitedWrite(
                    key: key, durability: durable ? .synced : .unsynced, resultKey: resultKey, body: body,
                    continuation: continuation))
        }
    }

    /// Adds a write that goes along with the next one, before it, and returns at once. Until then readers do not see it.
    ///
    /// - Parameters:
    ///   - key: whose work it is: its failure fails the next `write` with the same key, or a `flush`.
    ///   - body: as for `write`.
    public func record(key: String = "", _ body: @escaping @Sendable (Connection) throws -> Void) {
        held.withLock { held in
            held.append(RecordedWrite(key: key, body: body))
            if held.count >= Self.maxHeld {
                thread.put(.jobs(held))
                held = []
            }
        }
    }

    /// Waits until everything before is on the disk.
    ///
    /// - Throws: the first failure of an earlier `record` that no `write` has reported.
    public func flush() async throws {
        try await withCheckedThrowingContinuation { put(Flush(continuation: $0)) }
    }

    /// Flushes and closes the connection. Every later use fails; closing again does nothing.
    ///
    /// - Throws: as `flush`; the connection is closed all the same.
    public func close() async throws {
        var failure: (any Error)?
        do {
            try await flush()
        } catch {
            failure = error
        }
        await withCheckedContinuation { thread.put(.close($0)) }
        if let failure, (failure as? SQLiteError)?.code != .misuse { throw failure }
    }

    /// What is held is put under the lock, so that no record comes between it and the job that it precedes. Mostly nothing is,
    /// and then nobody waits for the lock while the thread is being woken.
    private func put(_ job: any WriteJob) {
        let isPut = held.withLock { held in
            if held.isEmpty { return false }
            thread.put(.jobs(held + [job]))
            held = []
            return true
        }
        if !isPut { thread.put(.job(job)) }
    }
}
