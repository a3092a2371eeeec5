internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import SQL
internal import SQLite
internal import Synchronization

/// Opens a state of a database without touching anything beside it.
///
/// SQLite opens a database in WAL mode for reading only with a `-shm` file, which it makes. Where no `-wal` file with
/// anything in it lies beside the database, the database alone is the whole state and is read as a file that nobody
/// changes; `verify` notices if somebody does. Otherwise a copy is read, see `DatabaseCopy`.
final class DatabaseSnapshot: Sendable {
    private let path: Path
    private let migrations: [Migration]
    private let schools: [School]
    private let objectAddress: String?
    /// What a database that is read in its place was when it was opened.
    private let original = Mutex<FileStatus?>(nil)

    init(
        path: Path, migrations: [Migration], schools: [School], objectAddress: String? = nil
    ) {
        self.path = path
        self.migrations = migrations
        self.schools = schools
        self.objectAddress = objectAddress
    }

    /// - Throws: `StoreError`, `SQLiteError`, `SystemError`
    func open() throws -> Connection {
        let connection: Connection
        do {
            connection = try openDatabase()
        } catch let error as SystemError where error.code == EACCES {
            throw StoreError.unreadable(path, error)
        }
        try connection.script(
            """
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -4096;
            """)
        try add(schools, to: connection)
        if let objectAddress {
            try connection.script("CREATE TEMP TABLE object_place (id INTEGER PRIMARY KEY, address TEXT)")
            try connection.execute("INSERT INTO temp.object_place (id, address) VALUES (1, ?)", [objectAddress])
        }
        try connection.script("PRAGMA query_only = ON")
        return connection
    }

    /// - Throws: `StoreError` when what was read may not have been one state.
    func verify() throws {
        guard let mark = original.withLock({ $0 }) else { return }
        if try FileStatus.ifExists(path) == mark { return }
        throw StoreError(
            .locked, "The database \(path) was changed by another process while it was read. Run the command again.")
    }

    private func openDatabase() throws -> Connection {
        try LogOwner(database: path).verify()
        guard let mark = try FileStatus.settled(path) else {
            let connection = try Connection.inMemory()
            try Migrator(migrations: migrations, path: path).run(on: connection)
            return connection
        }
        if try DatabaseCopy.isClean(path) {
            let connection = try Connection(path, mode: .immutable)
            try file.checkApplication(connection)
            // A process may have begun to write while it was opened: then its changes lie in the -wal file for now.
            let isCurrent = try Migrator(migrations: migrations, path: path).isCurrent(connection)
            if isCurrent, try FileStatus.ifExists(path) == mark {
                original.withLock { $0 = mark }
                return connection
            }
        }
        let connection = try DatabaseCopy.open(path)
        try file.checkApplication(connection)
        try Migrator(migrations: migrations, path: path).run(on: connection)
        return connection
    }

    private var file: DatabaseFile { DatabaseFile(path: path, busyTimeout: .zero) }

    /// A table of the connection's own hides the database's.
    private func add(_ schools: [School], to connection: Connection) throws {
        if schools.isEmpty { return }
        try connection.script("CREATE TEMP TABLE schools AS SELECT * FROM main.schools")
        try connection.script("CREATE UNIQUE INDEX temp.schools_by_id ON schools (id)")
        for school in schools {
            try connection.execute(
                "INSERT OR REPLACE INTO temp.schools (id, name, created_at) VALUES (?, ?, 0)", [school.id, school.name])
        }
    }
}
