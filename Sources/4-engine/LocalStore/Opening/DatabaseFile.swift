internal import Glibc
internal import Pipelines
public import Platform
internal import SQL
internal import SQLite

/// How connections to the workspace's database are opened.
struct DatabaseFile: Sendable {
    /// "Cmps": marks a SQLite file as ours, https://sqlite.org/pragma.html#pragma_application_id.
    static let applicationID: Int64 = 0x436D_7073

    let path: Path
    let busyTimeout: Duration

    /// Opens the connection that writes, creates the file and brings its schema up to date. Several processes may do
    /// this at a time.
    ///
    /// - Throws: `StoreError`, `SQLiteError`
    func openForWriting(migrations: [Migration]) throws -> Connection {
        let owner = LogOwner(database: path)
        try owner.verify()
        let connection = try Connection(path, mode: .create, busyTimeout: busyTimeout)
        if connection.isReadOnly { throw SQLiteError(.readOnly, operation: "open the database") }
        try checkApplication(connection)
        let migrator = Migrator(migrations: migrations, path: path)
        // One that is refused is left as it is.
        _ = try migrator.isCurrent(connection)
        try switchToWAL(connection)
        try connection.script(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -4096;
            PRAGMA journal_size_limit = 33554432;
            """)
        try StoreLoss.mend(path, by: connection)
        try migrator.run(on: connection)
        owner.write()
        return connection
    }

    /// Opens a connection that only reads.
    ///
    /// A cache of 16 MiB in place of 4 brings the slowest list of a million documents from 72 ms to 39; a small database fills
    /// little of it.
    ///
    /// - Throws: `StoreError`, `SQLiteError`
    func openForReading() throws -> Connection {
        try LogOwner(database: path).verify()
        let connection = try Connection(path, mode: .read, busyTimeout: busyTimeout)
        try connection.script(
            """
            PRAGMA query_only = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -16384;
            """)
        return connection
    }

    /// - Throws: `StoreError` when it is another program's.
    func checkApplication(_ connection: Connection) throws {
        let id = try connection.first("PRAGMA application_id") { try $0.integer(0) } ?? 0
        if id == Self.applicationID { return }
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) } ?? 0
        // Another process may have made the file between the two questions.
        let again = try connection.first("PRAGMA application_id") { try $0.integer(0) } ?? 0
        if tables == 0 || again == Self.applicationID { return }
        throw StoreError(
            .foreign,
            "\(path) is the database of another program (application id \(id), \(tables) tables and indexes). "
                + "Move it away, or choose another workspace.")
    }

    /// SQLite does not wait for the lock that this switch needs, so that two first starts would fail each other.
    private func switchToWAL(_ connection: Connection) throws {
        let deadline = ContinuousClock.now + busyTimeout
        while true {
            do {
                let mode = try connection.first("PRAGMA journal_mode = WAL") { try $0.text(0) }
                if mode == "wal" { return }
                throw SQLiteError(
                    .error, operation: "switch to write-ahead logging", message: "the mode stays \(mode ?? "unknown")")
            } catch let error as SQLiteError where error.isBusy && ContinuousClock.now < deadline {
                usleep(5_000)
            }
        }
    }
}

extension LocalStore {
    /// How many bytes a database has, with its log; 0 where there is none.
    ///
    /// - Throws: `SystemError`
    public static func size(of path: Path) throws -> Int64 {
        try ["", "-wal"].reduce(0) { sum, suffix in
            sum + (try FileStatus.ifExists(Path(bytes: path.bytes + Array(suffix.utf8)))?.size ?? 0)
        }
    }
}

extension FileStatus {
    /// nil when there is nothing at the path.
    static func ifExists(_ path: Path) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus.of(path)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
    }

    /// Of a file whose last change is long enough ago that a further one would have another time: kernels stamp files
    /// with a clock that ticks every few milliseconds. Blocks for at most a moment. nil when there is nothing there.
    static func settled(_ path: Path) throws(SystemError) -> FileStatus? {
        var status = try ifExists(path)
        for _ in 0..<20 {
            guard let found = status else { return nil }
            let age = Timestamp.now().microseconds - found.changed / 1_000
            if age < 0 || age > 20_000 { return found }
            usleep(5_000)
            status = try ifExists(path)
        }
        return status
    }
}
