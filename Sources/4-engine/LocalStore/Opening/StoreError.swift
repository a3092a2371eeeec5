public import Documents
internal import Platform
public import SQLite

/// Trouble with the workspace's database: what, why, and what to do about it.
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
        /// A SQLite database of another program.
        case foreign = "foreign-database"
        case corrupt = "database-corrupt"
        /// Written by a newer version of this program.
        case newerSchema = "newer-schema"
        /// A migration that was applied is not the one that this program knows.
        case changedMigration = "changed-migration"
        /// It was closed before.
        case closed = "database-closed"
        case other = "database"
    }

    public let code: Code
    /// One or more sentences for people.
    public let message: String
    /// SQLite's own error, when there was one.
    public let cause: SQLiteError?

    public init(_ code: Code, _ message: String, cause: SQLiteError? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    static func openedForReading(_ path: Path) -> StoreError {
        StoreError(
            .readOnly,
            "The database \(path) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
    }

    public var kind: String { code.rawValue }
    public var errorClass: ErrorClass { .storage }
    public var description: String { message }
}
