internal import CSQLite
public import Platform
internal import SQL

/// An open database. One thread at a time may use it: SQLite's own locking is switched off (`SQLITE_OPEN_NOMUTEX`), and
/// the type is not `Sendable`. Every call blocks; use it on the threads of a `Writer` or a `ReaderPool`.
///
/// It closes when the last reference goes.
public final class Connection {
    let handle: OpaquePointer
    /// The file; nil in memory.
    public let path: Path?
    /// Stops what runs here, from any thread.
    public let interrupter = Interrupter()
    /// Why a checkpoint could not sync the log; see `AutomaticCheckpoint`.
    var failedSync: SQLiteError?
    private let lockWait: LockWait
    private var cache = StatementCache(capacity: 128)
    /// Instructions that statements have carried out here, those of triggers included: a measure of work that does not
    /// depend on what else the machine does. Counted when a statement has been used.
    public internal(set) var steps = 0
    /// Put off to the end of the open transaction.
    var deferredWork: [any DeferredWork] = []

    /// Opens a file.
    ///
    /// SQLite reads the file only when a statement needs it: one that is no database is found out by the first
    /// statement, not here.
    ///
    /// - Parameter busyTimeout: how long a statement waits for another connection's lock before it fails with `busy`.
    /// - Throws: `SQLiteError`, with `cannotOpen` and the `errno` below it.
    public convenience init(
        _ path: Path, mode: OpenMode = .create, busyTimeout: Duration = .seconds(5)
    ) throws(SQLiteError) {
        // SQLite takes ":memory:", "" and "file:…" for something else than a file's name; none of them is absolute.
        let name = path.isAbsolute ? path : Path(bytes: Array("./".utf8) + path.bytes)
        let flags =
            switch mode {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .write: SQLITE_OPEN_READWRITE
            case .read: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let handle = try Self.open(mode == .immutable ? Self.immutable(name) : name, flags: flags)
        self.init(handle: handle, path: path, busyTimeout: busyTimeout)
    }

    /// https://sqlite.org/uri.html; every byte that could mean something there is escaped.
    private static func immutable(_ name: Path) -> Path {
        var text = Array("file:".utf8)
        for byte in name.bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
                text.append(byte)
            default:
                let digits = String(byte, radix: 16)
                text += Array((byte < 16 ? "%0" : "%").utf8) + Array(digits.utf8)
            }
        }
        return Path(bytes: text + Array("?immutable=1".utf8))
    }

    /// A database in memory, gone with the connection.
    public static func inMemory() throws(SQLiteError) -> Connection {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
        return Connection(handle: try open(":memory:", flags: flags), path: nil, busyTimeout: .zero)
    }

    /// Of the whole library, once. It is refused, which does no harm, when somebody else in this process was first.
    private static let configuration = compass_sqlite3_disable_memory_statistics()

    private static func open(_ name: Path, flags: Int32) throws(SQLiteError) -> OpaquePointer {
        _ = configuration
        var handle: OpaquePointer?
        let code = name.withCString {
            sqlite3_open_v2($0, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        }
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(handle, code: code, operation: "open the database")
            sqlite3_close_v2(handle)
            throw error
        }
        return handle
    }

    private init(handle: OpaquePointer, path: Path?, busyTimeout: Duration) {
        self.handle = handle
        self.path = path
        lockWait = LockWait(timeout: busyTimeout)
        lockWait.install(on: handle)
        // The interrupter lives as long as the connection, which is closed before it is released.
        sqlite3_progress_handler(
            handle, 1_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Interrupter>.fromOpaque(context).takeUnretainedValue().isInterrupted ? 1 : 0
            }, Unmanaged.passUnretained(interrupter).toOpaque())
    }

    deinit {
        cache.removeAll()
        sqlite3_progress_handler(handle, 0, nil, nil)
        sqlite3_wal_hook(handle, nil, nil)
        sqlite3_busy_handler(handle, nil, nil)
        sqlite3_close_v2(handle)
    }

    /// Whether no transaction is open. SQLite ends one by itself after some errors (`full`, `inputOutput`, `noMemory`).
    public var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }
    /// Whether the file could only be opened for reading, whatever was asked for.
    public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
    /// Rows that the last INSERT, UPDATE or DELETE changed, without those of its triggers.
    public var changes: Int { Int(sqlite3_changes64(handle)) }
    /// Rows changed since the connection was opened, those of triggers included.
    public var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
    /// The rowid of the last row inserted here.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }
    /// Pages that were written to the file, or to its log, since this was called last.
    func takeWrittenPages() -> Int {
        var (pages, highest): (Int32, Int32) = (0, 0)
        // It can fail only for a connection or a status that does not exist.
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &highest, 1)
        return Int(pages)
    }
    /// The version of the library, "3.40.1".
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// Calls `body` with the prepared statement, from the cache when there; it is reset afterwards.
    ///
    /// - Throws: `SQLiteError` when the text is no single statement, and what `body` throws.
    public func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
        let statement: Statement
        if let cached = cache.take(sql) {
            statement = cached
        } else {
            statement = try prepare(sql)
            cache.insert(statement)
        }
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        if interrupter.isInterrupted { throw SQLiteError(.interrupted, operation: "run a statement", sql: sql) }
        return try body(statement)
    }

    private func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var sqlCopy = sql
        var prepared: OpaquePointer?
        var isWhole = true
        let code = sqlCopy.withUTF8 { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return SQLITE_OK }
            return base.withMemoryRebound(to: CChar.self, capacity: buffer.count) { text in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    handle, text, Int32(clamping: buffer.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
                if let tail { isWhole = Self.isBlank(text, from: tail, count: buffer.count) }
                return code
            }
        }
        guard code == SQLITE_OK else {
            throw SQLiteError(handle, code: code, operation: "prepare a statement", sql: sql)
        }
        guard let prepared else {
            throw SQLiteError(.misuse, operation: "prepare a statement", message: "the text is empty", sql: sql)
        }
        let statement = Statement(handle: prepared, sql: sql, connection: self)
        guard isWhole else {
            throw SQLiteError(
                .misuse, operation: "prepare a statement", message: "there is more than one; use script", sql: sql)
        }
        return statement
    }

    private static func isBlank(_ text: UnsafePointer<CChar>, from tail: UnsafePointer<CChar>, count: Int) -> Bool {
        let start = tail - text
        return (start..<count).allSatisfy { text[$0] == 0x20 || (0x09...0x0D).contains(text[$0]) }
    }
}

/// What a connection may do with its file.
public enum OpenMode: Sendable {
    /// Reads and writes; creates the file when there is none.
    case create
    /// Reads and writes an existing file.
    case write
    /// Reads an existing file. A database in WAL mode still needs its `-shm` file, or the right to create it.
    case read
    /// Reads a file that nobody changes: without locks, and without looking at or making `-wal` and `-shm` files. If
    /// somebody does change it, what is read may be wrong.
    case immutable
}
