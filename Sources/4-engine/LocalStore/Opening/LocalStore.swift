public import Accounts
public import Documents
public import Pipelines
public import Platform
public import SQL
public import SQLStore
internal import SQLite

/// Catalog, journal and outbox of one workspace in one SQLite database, so that what belongs together commits together.
///
/// The database is in WAL mode, and its log is synced before a durable call returns: what a call promises to be on disk
/// survives a crash of the process and of the machine. One thread writes, and concurrent writes share a sync (see `Writer`); reads run beside it
/// on threads of their own. Several processes may have the same database open.
///
/// Trouble with the database is a `StoreError`; a request that makes no sense is a `CatalogError`.
public final class LocalStore: SQLDatabase {
    let path: Path
    let writer: Writer
    let readers: ReaderPool
    public let now: @Sendable () -> Timestamp
    public let process: StoreProcess
    let seen = SeenVersions()
    private let loss: StoreLoss

    /// nil: it may be written.
    let snapshot: DatabaseSnapshot?

    init(
        path: Path, writer: Writer, readers: ReaderPool, snapshot: DatabaseSnapshot? = nil, loss: StoreLoss? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.snapshot = snapshot
        self.loss = loss ?? StoreLoss(database: path)
        self.path = path
        self.writer = writer
        self.readers = readers
        self.now = now
        process = StoreProcess(FileLiveness(folder: path.folder, clock: now))
    }

    /// Opens the database, creates it and its folder when there is none, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: of the file, `.compass/compass.db`.
    ///   - busyTimeout: how long a write waits for another process.
    ///   - readers: number of threads and connections that read.
    ///   - now: the clock that stamps what is created and changed.
    /// The folder and the files in it are made for their owner alone.
    ///
    /// - Throws: `StoreError`; `SystemError` when the folder cannot be created; `PrivateFolderError` when it is another
    ///   user's, or others may write there.
    public static func open(
        _ path: Path, busyTimeout: Duration = .seconds(10), readers: Int = 2,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) async throws -> LocalStore {
        try await open(
            path, busyTimeout: busyTimeout, readers: readers, migrations: Migration.all, now: now)
    }

    static func open(
        _ path: Path, busyTimeout: Duration = .seconds(10), readers: Int = 2, migrations: [Migration],
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) async throws -> LocalStore {
        let file = DatabaseFile(path: path, busyTimeout: busyTimeout)
        let loss = StoreLoss(database: path)
        let writer = try await WorkerPool(name: "sqlite-open", width: 1).run {
            try DatabaseHealth.requireFile(path)
            try PrivateFolder.prepare(path.folder)
            try PrivateFolder.prepareFile(path)
            // SQLite gives them the database's rights when it makes them.
            for suffix in ["-wal", "-shm"] {
                try PrivateFolder.closeFile(Path(bytes: path.bytes + Array(suffix.utf8)))
            }
            do {
                let connection = try file.openForWriting(migrations: migrations)
                loss.hold()
                return try Writer(
                    connection,
                    beforeCommit: {
                        Failpoint.pass("journal.before-commit")
                        try loss.verify()
                    },
                    afterCommit: { Failpoint.pass("journal.after-commit") },
                    syncFailed: loss.record)
            } catch let error as SQLiteError {
                throw StoreError(error, path: path)
            }
        }
        DiskReserve(database: path).fill()
        let readers = ReaderPool(width: readers) { try file.openForReading() }
        return LocalStore(path: path, writer: writer, readers: readers, loss: loss, now: now)
    }

    /// Calls a handler once when this store can be used no more, since its log could not be synced to the disk, or its file was
    /// removed or replaced; at once if that has happened. All that is asked of it fails from then on with a `StoreError` of code
    /// `unsynced` or `replaced`; the process should say so and end, and the next one goes on from what is there.
    ///
    /// - Parameter handler: called on a thread that must not be blocked.
    public func whenLost(_ handler: @escaping @Sendable (StoreError) -> Void) {
        loss.whenRecorded(handler)
    }

    /// Writes what was recorded and closes all connections. Every later call fails. Runs that are not finished are
    /// abandoned by it: another process may take them over at once.
    ///
    /// - Throws: `StoreError`; everything is closed all the same.
    public func close() async throws {
        readers.close()
        var failure: (any Error)?
        do {
            try await leave()
        } catch {
            failure = error
        }
        do {
            try process.end()
        } catch {
            failure = failure ?? error
        }
        try await translating { try await writer.close() }
        if let failure { throw failure }
    }

    /// Looks for damage: what `PRAGMA quick_check` and the search index's own check find. Reads the whole database.
    ///
    /// - Returns: one sentence a finding; empty when all is well.
    public func check() async throws -> [String] {
        var findings = try await read { connection in
            try connection.rows("PRAGMA quick_check(100)") { try $0.text(0) }.filter { $0 != "ok" }
                + connection.rows("PRAGMA foreign_key_check") { "a row of \(try $0.text(0)) refers to nothing" }
        }
        do {
            try await write { try $0.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)") }
        } catch let error as StoreError where error.code == .corrupt {
            findings.append("the search index does not agree with the documents")
        }
        return findings
    }

    /// What this store has written to its database since it was opened; what other processes have is not in it.
    ///
    /// - Throws: `StoreError`
    public func written() async throws -> WrittenAmount {
        let counts = writer.counts
        let page = try await read { try $0.first("PRAGMA page_size") { try $0.integer(0) } ?? 0 }
        return WrittenAmount(
            commits: counts.commits, logSyncs: counts.syncedCommits,
            logBytes: counts.pages * (Int(page) + WrittenAmount.frameHeader))
    }

    @discardableResult
    public func write<Result: Sendable>(
        durable: Bool, _ body: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await translating { try await writer.write(durable: durable, body) }
    }

    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        // What is read could be what is not on the disk, and lead to a file that is moved for a document that is lost.
        if let error = loss.error { throw error }
        return try await translating {
            let result = try await readers.read(body)
            try snapshot?.verify()
            return result
        }
    }

    func translating<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as SQLiteError {
            throw told(error)
        } catch let error as TableError {
            throw told(SQLiteError(error))
        }
    }

    private func told(_ error: SQLiteError) -> StoreError {
        // The writer of a database that may only be read was closed before anybody could use it.
        if snapshot != nil, error.code == .misuse { return StoreError.openedForReading(path) }
        return StoreError(error, path: path)
    }
}

/// How much was written to a database.
public struct WrittenAmount: Sendable, Hashable {
    /// Transactions.
    public let commits: Int
    /// Those of them that were synced in their commit.
    public let logSyncs: Int
    /// Written to the log by them, in bytes.
    public let logBytes: Int

    /// Bytes before each page in the log, https://sqlite.org/fileformat2.html#the_write_ahead_log.
    static let frameHeader = 24
}

// Its extensions are methods of LocalStore, so whoever has one can call them.
@_exported public import SQLStore

/// What `SQLDatabase` makes of a database; the list of documents is SQLite's own.
extension LocalStore: Catalog, ObjectReferences {}
extension LocalStore: Journal, DuplicateLookup, RunLeases, RunRetention {}
extension LocalStore: Outbox, Quarantine, WatchLedger, ScheduleStore, BatchJournal {}
extension LocalStore: PeopleStore, SessionStore, TokenStore, SignInAttempts, AuditLog {}
extension LocalStore: LegalStore, LinkStore, UploadStore, WebhookStore, IdentifierLookup {}

extension LocalStore {
    public func listing(_ connection: any SQLConnection) -> any ListingWriter { ListingTable(connection: connection) }
}

extension LocalStore {
    /// Opens the database for reading alone, and changes nothing: no file is made, changed or removed in its folder,
    /// whether another process has it open or died with it open. Without a database it is an empty one. Whatever writes
    /// fails with a `StoreError` of code `readOnly`.
    ///
    /// What is read is the state at the first read. A clean database is read where it is; when it changes meanwhile,
    /// reads fail with a `StoreError` of code `locked`. One that is being worked on, or needs a newer schema, is copied
    /// to the folder for temporary files, where no name leads to it.
    ///
    /// - Parameters:
    ///   - schools: known besides those of the database; one with a known id replaces it.
    ///   - address: as `setObjectAddress` takes it, for these reads alone; nil: what the database says.
    public static func openReadOnly(
        _ path: Path, schools: [School] = [], objectAddress address: String? = nil,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) async throws -> LocalStore {
        let snapshot = DatabaseSnapshot(
            path: path, migrations: Migration.all, schools: schools, objectAddress: address)
        do {
            let writer = try Writer(Connection.inMemory())
            try await writer.close()
            // One connection, so that all reads see the same.
            let readers = ReaderPool(width: 1) { try snapshot.open() }
            return LocalStore(path: path, writer: writer, readers: readers, snapshot: snapshot, now: now)
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }
}
