internal import CSQLite

/// An extended result code, https://sqlite.org/rescode.html. Codes that this list does not name survive as numbers.
public struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's number.
    public let rawValue: Int32

    /// The code of any number, known here or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// SQLITE_ERROR: no other code fits, such as for a mistake in the SQL.
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// SQLITE_PERM: a new database could not get the access mode that was asked for.
    public static let permission = ResultCode(rawValue: SQLITE_PERM)
    /// SQLITE_ABORT: the operation was ended before it was complete, usually by a rollback.
    public static let aborted = ResultCode(rawValue: SQLITE_ABORT)
    /// SQLITE_BUSY: another connection, usually of another process, uses the database.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// SQLITE_LOCKED: the same connection, or one that shares its cache, is in the way.
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// SQLITE_NOMEM: SQLite could not get the memory that it needs.
    public static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    /// SQLITE_READONLY: the connection may not write to the database.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// SQLITE_INTERRUPT: `sqlite3_interrupt` ended the operation.
    public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// SQLITE_IOERR: the operating system reported an error of input or output.
    public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    /// SQLITE_IOERR_FSYNC: fsync(2) of a file failed.
    public static let inputOutputSync = ResultCode(rawValue: SQLITE_IOERR | (4 << 8))
    /// SQLITE_IOERR_SHMSIZE: what processes share beside the write-ahead log could not grow.
    public static let inputOutputSharedSize = ResultCode(rawValue: SQLITE_IOERR | (19 << 8))
    /// SQLITE_CORRUPT: the database file is damaged.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// SQLITE_FULL: there is no room left, on the disk or in a temporary file.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// SQLITE_CANTOPEN: the database, its log or a temporary file could not be opened.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// SQLITE_CONSTRAINT: the change would violate a constraint.
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// SQLITE_MISMATCH: the value has the wrong type, such as a text as a rowid.
    public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    /// SQLITE_MISUSE: SQLite was called in a way that it does not allow.
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// SQLITE_RANGE: the number of a parameter or a column is out of range.
    public static let range = ResultCode(rawValue: SQLITE_RANGE)
    /// SQLITE_TOOBIG: a text or a blob is too large.
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    /// SQLITE_NOTADB: the file is no SQLite database.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    /// SQLITE_CONSTRAINT_CHECK: a CHECK constraint does not hold.
    public static let constraintCheck = ResultCode(rawValue: SQLITE_CONSTRAINT | (1 << 8))
    /// SQLITE_CONSTRAINT_COMMITHOOK: a commit hook asked for a rollback.
    public static let constraintCommitHook = ResultCode(rawValue: SQLITE_CONSTRAINT | (2 << 8))
    /// SQLITE_CONSTRAINT_FOREIGNKEY: a foreign key would lead nowhere.
    public static let constraintForeignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (3 << 8))
    /// SQLITE_CONSTRAINT_NOTNULL: a NOT NULL column would be NULL.
    public static let constraintNotNull = ResultCode(rawValue: SQLITE_CONSTRAINT | (5 << 8))
    /// SQLITE_CONSTRAINT_PRIMARYKEY: the primary key exists already.
    public static let constraintPrimaryKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (6 << 8))
    /// SQLITE_CONSTRAINT_TRIGGER: a trigger called RAISE.
    public static let constraintTrigger = ResultCode(rawValue: SQLITE_CONSTRAINT | (7 << 8))
    /// SQLITE_CONSTRAINT_UNIQUE: the value of a UNIQUE column or index exists already.
    public static let constraintUnique = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))
    /// SQLITE_CONSTRAINT_DATATYPE: the value has not the type of its column in a STRICT table.
    public static let constraintDataType = ResultCode(rawValue: SQLITE_CONSTRAINT | (12 << 8))

    /// The code without its extension: `SQLITE_CONSTRAINT` of `SQLITE_CONSTRAINT_UNIQUE`.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// SQLite's sentence for the code: "database is locked".
    public var reason: String {
        sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "unknown error"
    }

    /// The symbolic name, with the number where the extension has no name here: "SQLITE_CONSTRAINT_UNIQUE",
    /// "SQLITE_IOERR 778", "SQLite error 99".
    public var description: String {
        if let name = Self.names[rawValue] { return name }
        if let name = Self.names[primary.rawValue] { return "\(name) \(rawValue)" }
        return "SQLite error \(rawValue)"
    }

    private static let names: [Int32: String] = {
        var names: [Int32: String] = [:]
        let primaries = [
            "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT", "IOERR",
            "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT",
            "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB",
        ]
        let extended: [Int32: [String]] = [
            SQLITE_BUSY: ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
            SQLITE_CONSTRAINT: [
                "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER", "UNIQUE", "VTAB",
                "ROWID", "PINNED", "DATATYPE",
            ],
            SQLITE_READONLY: ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
            SQLITE_CANTOPEN: ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
            SQLITE_CORRUPT: ["VTAB", "SEQUENCE", "INDEX"],
            SQLITE_IOERR: [
                "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK", "RDLOCK", "DELETE",
                "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE", "DIR_CLOSE", "SHMOPEN", "SHMSIZE",
                "SHMLOCK", "SHMMAP", "SEEK",
            ],
        ]
        for (code, name) in primaries.enumerated() { names[Int32(code)] = "SQLITE_\(name)" }
        for (code, extensions) in extended {
            for (index, name) in extensions.enumerated() {
                names[code | Int32(index + 1) << 8] = "SQLITE_\(primaries[Int(code)])_\(name)"
            }
        }
        return names
    }()
}
