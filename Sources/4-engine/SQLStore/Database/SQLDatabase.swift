public import Platform
public import SQL

/// A database with the tables of this module. Whoever conforms is a catalog, but for the list of documents, and a journal,
/// an outbox and all else by the extensions here: a backend adds how it connects, its schema, and how it lists and
/// searches.
///
/// Its schema has the tables and columns that the statements here name, with texts that compare by their bytes and rows
/// that are numbered as they are inserted. `totals` and `listing` are the backend's to keep; see `ListingWriter`.
public protocol SQLDatabase: Sendable {
    /// What this process is among those that use the database.
    var process: StoreProcess { get }

    /// The clock that stamps what is created and changed.
    var now: @Sendable () -> Timestamp { get }

    /// What keeps the lists of documents, in the transaction that a connection is in.
    func listing(_ connection: any SQLConnection) -> any ListingWriter

    /// Runs `body` in a transaction, as if no other write ran beside it, and returns its result when that is committed: it
    /// then survives the end of the process. `body` is synchronous, runs on a thread of the database's own, and may be
    /// called more than once; only the last call counts. What it throws rolls the transaction back and is thrown on, and so
    /// is trouble with the database, as the user's error.
    ///
    /// - Parameter durable: whether to wait until it is on the disk; with it all that was committed before.
    func write<Result: Sendable>(
        durable: Bool, _ body: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result

    /// Runs `body`, which only reads, on one state of the database, beside whoever writes. As `write` otherwise.
    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result
}

extension SQLDatabase {
    /// A durable write.
    @discardableResult
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await write(durable: true, body)
    }

    /// Changes documents in the transaction that the connection is in, and then what lists show of them.
    func changeCatalog<Result>(
        _ connection: any SQLConnection, _ body: (CatalogWriter) throws -> Result
    ) throws -> Result {
        let writer = CatalogWriter(connection: connection, now: now(), listing: listing(connection))
        let result = try body(writer)
        try writer.updateListing()
        return result
    }

    /// How many entries a page may have.
    package static func clamp(_ limit: Int) -> Int { min(max(limit, 1), 10_000) }
}

/// What one process has of a database beside its rows: its place among those that work on runs, the batches it works on,
/// and the definitions it has pinned.
public final class StoreProcess: Sendable {
    let worker: Worker
    let claims: BatchClaims
    /// So that a run can start after its definition was removed with its last run.
    let pinned = PinnedDefinitions()
    private let liveness: any Liveness

    public init(_ liveness: any Liveness) {
        self.liveness = liveness
        worker = Worker(liveness)
        claims = BatchClaims(liveness)
    }

    /// Gives all of it up, for good: what it worked on can be taken over at once.
    ///
    /// - Throws: what `Liveness.end` does.
    public func end() throws {
        worker.end()
        try liveness.end()
    }
}
