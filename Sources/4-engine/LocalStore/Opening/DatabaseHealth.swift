internal import Glibc
public import Pipelines
public import Platform
internal import SQL
internal import SQLite

/// How a workspace's database is, as far as looking tells.
public struct DatabaseHealth: Sendable, Hashable {
    /// `wal`, unless something is wrong.
    public let journalMode: String
    public let schemaVersion: Int
    /// What this program would bring it to.
    public let knownVersion: Int
    /// One sentence a finding; empty when all is well.
    public let damage: [String]
    /// What acts otherwise than this program means it, such as "trigger `t`": somebody else has made it. Of a database whose
    /// schema is newer than it knows, none.
    public let foreignParts: [String]

    public init(
        journalMode: String, schemaVersion: Int, knownVersion: Int, damage: [String], foreignParts: [String] = []
    ) {
        self.journalMode = journalMode
        self.schemaVersion = schemaVersion
        self.knownVersion = knownVersion
        self.damage = damage
        self.foreignParts = foreignParts
    }

    /// Looks at a database through a connection that may only read, and changes nothing but the files `-wal` and `-shm`
    /// that SQLite needs beside it. Reads the whole database; blocks, so give it a thread.
    ///
    /// - Throws: `StoreError`
    public static func examine(_ path: Path) throws -> DatabaseHealth {
        do {
            let file = DatabaseFile(path: path, busyTimeout: .seconds(10))
            let connection = try file.openForReading()
            try file.checkApplication(connection)
            let mode = try connection.first("PRAGMA journal_mode") { try $0.text(0) } ?? ""
            let version = try Migrator.version(of: connection, path: path)
            let damage = try connection.rows("PRAGMA quick_check(100)") { try $0.text(0) }.filter { $0 != "ok" }
            let parts = try SchemaParts(connection).compared(version: version)
            return DatabaseHealth(
                journalMode: mode, schemaVersion: version, knownVersion: Migration.all.last?.version ?? 0,
                damage: damage + parts.missing.map { "it lacks the \($0), which compass has made" },
                foreignParts: parts.foreign)
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }

    /// To be asked before anything opens a database's file. One that is not there yet may be made, but not where a symbolic link
    /// leads nowhere, since what it leads to may be away; and whoever opens a named pipe waits for ever.
    ///
    /// - Throws: `StoreError` when something else stands there.
    public static func requireFile(_ path: Path) throws(StoreError) {
        if let kind = (try? FileStatus.of(path))?.kind {
            if kind == .regular { return }
            throw StoreError(
                .notADatabase,
                "\(path) is \(kind == .folder ? "a folder" : "no file"), and so no database. Move it away, and put a backup "
                    + "in its place: the guide \"When things go wrong\" shows how.")
        }
        for place in [path.folder, path] where DanglingLink.isAt(place) {
            throw StoreError(.cannotOpen, DanglingLink.sentence(place))
        }
    }

    /// The process that keeps all others from writing, for as long as it was looked: one that only writes now and then is
    /// not meant. Changes nothing; blocks for `timeout` if there is one. To be asked while this process has no connection
    /// to the database: SQLite would lose its locks by it.
    ///
    /// - Throws: `SystemError` when that cannot be told.
    public static func blocker(of path: Path, timeout: Duration = .seconds(2)) throws(SystemError) -> Int32? {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(Path(bytes: path.bytes + Array("-shm".utf8)), flags: O_RDONLY)
        } catch {
            // Nobody has the database open.
            if error.code == ENOENT { return nil }
            throw error
        }
        let deadline = ContinuousClock.now + timeout
        var holder: Int32?
        repeat {
            guard let process = try file.findLock(from: writeLock, count: 1)?.process, holder ?? process == process
            else {
                return nil
            }
            holder = process
            usleep(5_000)
        } while ContinuousClock.now < deadline
        return holder
    }

    /// The byte of the `-shm` file that whoever writes has locked, https://sqlite.org/walformat.html#locks.
    private static let writeLock: Int64 = 120
}
