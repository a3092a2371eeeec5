/// What is wrong with a table's contents, or with its use, where the database itself has nothing to refuse. Its backend
/// tells it as the user's error.
public struct TableError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// A value is none that this program knows.
        case mismatch
        /// A row that was written, or has to be there, is not.
        case missing
        /// The database was closed before.
        case closed
    }

    public let kind: Kind
    /// What was attempted, as a verb phrase: "read the journal".
    public let operation: String
    public let message: String

    public init(_ kind: Kind, operation: String, message: String) {
        self.kind = kind
        self.operation = operation
        self.message = message
    }

    public var description: String { "cannot \(operation): \(message)" }
}
