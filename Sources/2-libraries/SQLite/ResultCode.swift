internal import CSQLite

/// An extended result code, https://sqlite.org/rescode.html. Codes that this list does not name survive as numbers.
public struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's number.
    public let rawValue: Int32

    /// The code of any number, known here or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    // Each is the code of its name in SQLite's list.

    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    public static let permission = ResultCode(rawValue: SQLITE_PERM)
    public static let aborted = ResultCode(rawValue: SQLITE_ABORT)
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    public static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    public static let inputOutputSync = ResultCode(rawValue: SQLITE_IOERR | (4 << 8))
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    public static let range = ResultCode(rawValue: SQLITE_RANGE)
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    public static let constraintCheck = ResultCode(rawValue: SQLITE_CONSTRAINT | (1 << 8))
    public static let constraintCommitHook = ResultCode(rawValue: SQLITE_CONSTRAINT | (2 << 8))
    public static let constraintForeignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (3 << 8))
    public static let constraintNotNull = ResultCode(rawValue: SQLITE_CONSTRAINT | (5 << 8))
    public static let constraintPrimaryKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (6 << 8))
    public static let constraintTrigger = ResultCode(rawValue: SQLITE_CONSTRAINT | (7 << 8))
    public static let constraintUnique = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))
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
