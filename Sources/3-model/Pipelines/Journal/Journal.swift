public import Documents

/// The durable record of runs. It shares one database with the catalog and the outbox, so that what belongs together
/// commits together.
public protocol Journal: Sendable {
    /// Keeps the text of a definition under its hash, once. On disk on return.
    func pin(definition hash: String, pipeline: String, source: String) async throws

    /// The text of a pinned definition.
    func definition(_ hash: String) async throws -> String?

    /// Adds entries in order, after those of earlier calls. Not synced: on disk at the latest when the next `commit` or
    /// `transact` returns. A failure to write them fails that next call.
    func record(_ entries: [JournalEntry])

    /// Adds entries; they, and all earlier ones, are on disk on return.
    func commit(_ entries: [JournalEntry]) async throws

    /// Runs a transactional stage's body and records its outcome in the same transaction. On return it is committed and
    /// survives the end of the process; it is on disk when the next `commit` returns, and so before any later effect and
    /// before the run is reported as ended. What `body` throws rolls it back and is thrown on.
    ///
    /// - Parameters:
    ///   - body: called on the journal's thread, perhaps more than once; only the last call counts.
    ///   - entries: made of the body's result.
    func transact<Result: Sendable>(
        _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result

    /// Newest first.
    func runs(_ query: RunQuery, limit: Int, after cursor: String?) async throws -> Page<RunRecord>

    /// nil when there is none.
    func run(_ id: String) async throws -> RunDetail?
}
