internal import CSQLite
internal import Glibc
internal import Platform

/// A call into SQLite that failed.
///
/// It names what was attempted and the statement's text, never the values bound to it: those may be personal or secret.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code.
    public let code: ResultCode
    /// SQLite's own words, copied when the call returned.
    public let message: String
    /// What was attempted, as a verb phrase: "open", "prepare", "run", "commit".
    public let operation: String
    /// The statement with its placeholders; nil when there was none.
    public let sql: String?
    /// The `errno` of the system call under it, or 0 when the operating system was not the cause.
    public let systemCode: Int32

    /// An error that did not come from a C call, such as a column of another type than the one asked for.
    public init(
        _ code: ResultCode, operation: String, message: String? = nil, sql: String? = nil, systemCode: Int32 = 0
    ) {
        self.code = code
        self.operation = operation
        self.message = message ?? code.reason
        self.sql = sql
        self.systemCode = systemCode
    }

    /// Copies what the connection says of its last call.
    init(_ handle: OpaquePointer?, code: Int32, operation: String, sql: String? = nil) {
        self.code = ResultCode(rawValue: code)
        self.operation = operation
        self.sql = sql
        // The handle's message belongs to its last call; an error raised before that call has only its code's sentence.
        let isLast = handle != nil && (sqlite3_extended_errcode(handle) == code || sqlite3_errcode(handle) == code)
        message = isLast ? String(cString: sqlite3_errmsg(handle)) : self.code.reason
        switch self.code.primary {
        case .cannotOpen, .inputOutput, .full, .permission: systemCode = handle.map { sqlite3_system_errno($0) } ?? 0
        default: systemCode = 0
        }
    }

    /// A UNIQUE, CHECK, NOT NULL, FOREIGN KEY or trigger constraint does not hold.
    public var isConstraint: Bool { code.primary == .constraint }
    /// A UNIQUE or PRIMARY KEY constraint does not hold.
    public var isUniqueConstraint: Bool { code == .constraintUnique || code == .constraintPrimaryKey }
    /// A FOREIGN KEY constraint does not hold.
    public var isForeignKeyConstraint: Bool { code == .constraintForeignKey }
    /// Another connection holds the lock, and did so for longer than the busy timeout.
    public var isBusy: Bool { code.primary == .busy || code.primary == .locked }
    /// No room: the disk, a quota or `max_page_count`.
    public var isFull: Bool {
        // Of the last, SQLite does not keep the system's error.
        code.primary == .full || systemCode == ENOSPC || systemCode == EDQUOT || code == .inputOutputSharedSize
    }
    /// What was written may not be on the disk, and trying again would not tell.
    public var isUnsynced: Bool { code == .inputOutputSync }
    /// The file's pages contradict each other.
    public var isCorrupt: Bool { code.primary == .corrupt }
    /// The file, its folder or the connection allows no writing.
    public var isReadOnly: Bool { code.primary == .readOnly }
    /// The file could not be opened or created.
    public var isCannotOpen: Bool { code.primary == .cannotOpen }
    /// The file is something else, or encrypted.
    public var isNotADatabase: Bool { code.primary == .notADatabase }
    /// The statement was interrupted.
    public var isInterrupted: Bool { code.primary == .interrupted }

    public var description: String {
        var text = "cannot \(operation): \(Printable.text(message)) (\(code))"
        if systemCode != 0 {
            let cause = SystemError(operation, code: systemCode)
            text += ": \(cause.reason) (\(cause.name))"
        }
        if let sql { text += " in: \(Self.shortened(sql))" }
        return text
    }

    /// On one line, at most 200 characters.
    private static func shortened(_ sql: String) -> String {
        let line = Printable.text(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        return line.count <= 200 ? line : line.prefix(199) + "…"
    }
}
