public import Documents

/// Trouble with the workspace's database, whichever it is: what, why, and what to do about it.
public struct StoreError: ClassifiedError, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: String, Sendable, Hashable {
        /// Another process has held the database for longer than the busy timeout.
        case locked = "database-locked"
        case full = "disk-full"
        /// What was written last may not be on the disk; this process writes no more.
        case unsynced = "database-unsynced"
        case readOnly = "read-only"
        case cannotOpen = "database-missing"
        case notADatabase = "not-a-database"
        /// A database of another program.
        case foreign = "foreign-database"
        case corrupt = "database-corrupt"
        /// Beside it lies the log of another one, in whose place it was put.
        case otherLog = "log-of-another-database"
        /// It was removed, or another one was put in its place, while this process was using it.
        case replaced = "database-replaced"
        /// Written by a newer version of this program.
        case newerSchema = "newer-schema"
        /// Written by a program from before version 1.0.
        case earlierSchema = "earlier-schema"
        /// It was closed before.
        case closed = "database-closed"
        case other = "database"
    }

    public let code: Code
    /// One or more sentences for people.
    public let message: String
    /// What the database's library said, when it was the one that failed.
    public let cause: Cause?

    /// An error of a database's library.
    public struct Cause: Sendable, Hashable {
        /// As the library counts its errors, "2067" of SQLite, or as the database does, "40P01" of PostgreSQL.
        public let code: String
        /// What it says of it, for people.
        public let text: String

        public init(code: String, text: String) {
            self.code = code
            self.text = text
        }
    }

    public init(_ code: Code, _ message: String, cause: Cause? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var kind: String { code.rawValue }
    public var errorClass: ErrorClass { .storage }
    public var description: String { message }
}
