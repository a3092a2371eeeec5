public import Documents

/// The durable record of runs. It shares one database with the catalog and the outbox, so that what belongs together
/// commits together.
///
/// A run belongs to the process that started it or took it over (see `RunLeases`). Whoever writes for a run that another
/// process has taken over gets `FencedError`, and nothing is written.
public protocol Journal: Sendable {
    /// Keeps the text of a definition under its hash, once. On disk on return.
    func pin(definition hash: String, pipeline: String, source: String) async throws

    /// The text of a pinned definition.
    func definition(_ hash: String) async throws -> String?

    /// Begins a run, which belongs to this process from then on. Committed on return, so that it survives the end of the
    /// process; on disk when the next `commit` returns.
    ///
    /// - Parameters:
    ///   - stages: what it takes over from its origin.
    ///   - limit: how many runs of its pipeline and group may go on at a time, in all processes; nil: any number.
    ///   - key: what tells a document that was there before; nil: nothing does.
    ///   - passed: runs with that key that stand for no document any more.
    func start(
        _ run: RunRecord, stages: [StageRecord], limit: Int?, key: String?, passing passed: Set<String>
    ) async throws -> Admission

    /// Adds entries of one run, in order; they, and all earlier ones, are on disk on return.
    func commit(_ entries: [JournalEntry]) async throws

    /// Runs the body of transactional stages and records its outcome in the same transaction. On return it is committed
    /// and survives the end of the process. What `body` throws rolls it back and is thrown on.
    ///
    /// - Parameters:
    ///   - durable: whether it is on disk on return, with all that was committed before. If not, it is when the next
    ///     durable call returns, and so before any later effect and before the run is reported as ended.
    ///   - body: called on the journal's thread, perhaps more than once; only the last call counts.
    ///   - entries: made of the body's result; of one run.
    func transact<Result: Sendable>(
        durable: Bool, _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result

    /// Newest first.
    func runs(_ query: RunQuery, limit: Int, after cursor: String?) async throws -> Page<RunRecord>

    /// nil when there is none. Its stages are without the items of `for-each`.
    func run(_ id: String) async throws -> RunDetail?

    /// The items of a stage with `for-each`, in order.
    ///
    /// - Parameter item: the last one of a former page; nil: from the first.
    func items(ofRun run: String, position: Int, after item: Int?, limit: Int) async throws -> [StageRecord]

    /// The highest `item` of a stage with `for-each`; nil when there is none.
    func lastItem(ofRun run: String, position: Int) async throws -> Int?
}

/// Whether a run may begin.
public enum Admission: Sendable, Hashable {
    case started
    /// Its group is full: the runs that go on, oldest first. Nothing was written.
    case full(runs: [String])
    /// A run with its key goes on or has succeeded, and what it made is still there. Nothing was written.
    case duplicate(of: String)
    /// The batch that it is part of was cancelled. Nothing was written.
    case batchCancelled
}

/// The run has been taken over by another process, or has ended. Whoever gets this stops working on it at once: no undo,
/// no handlers, no record.
public struct FencedError: Error, Hashable, CustomStringConvertible {
    public let run: String

    public init(run: String) {
        self.run = run
    }

    public var description: String {
        "Run \(run) is another process's now, since this one had not renewed its lease in time."
    }
}

extension Journal {
    /// The same without waiting for the disk.
    public func transact<Result: Sendable>(
        _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result {
        try await transact(durable: false, body, recording: entries)
    }

    /// The same where every run stands for its document.
    public func start(
        _ run: RunRecord, stages: [StageRecord], limit: Int?, key: String?
    ) async throws -> Admission {
        try await start(run, stages: stages, limit: limit, key: key, passing: [])
    }
}

/// One thing that happened in a run.
public enum JournalEntry: Sendable {
    /// A stage started, went on or ended: the whole record, by run, position and item. Replaces the former one.
    case stage(run: String, StageRecord)
    /// An attempt ended.
    case attempt(run: String, AttemptRecord)
    /// The last entry of a run: its status, document, error and end.
    case runFinished(RunRecord)
    /// The file of a run that ends is held in quarantine.
    case quarantined(QuarantineEntry)
}
