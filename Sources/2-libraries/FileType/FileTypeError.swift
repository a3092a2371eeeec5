internal import Platform

/// libmagic, or a system call on its behalf, could not look at a file.
public struct FileTypeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `errno` value that libmagic recorded, or 0 when it recorded none: then only `message` tells the cause.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// As errno(3) has it.
        public let rawValue: Int32

        /// Of any number.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }

    /// Where the trouble lies, and so whether trying again can help.
    public enum Cause: Hashable, Sendable {
        /// The database of file types is missing, broken or of another version.
        case database
        /// libmagic gives up on these bytes, as file(1) does with "ERROR: (null)", and will do so again.
        case contents
        /// A system call failed.
        case system
    }

    /// Where the trouble lies.
    public let cause: Cause
    /// What the system said.
    public let code: Code
    /// What was attempted, as a verb phrase: "load the file type database".
    public let operation: String
    /// libmagic's own sentence, safe to show.
    public let message: String
    /// What to do about it, as a sentence; nil where nothing better than trying again is known.
    public let remedy: String?

    /// Of sentences that are safe to show.
    public init(cause: Cause, code: Code, operation: String, message: String, remedy: String? = nil) {
        self.cause = cause
        self.code = code
        self.operation = operation
        self.message = message
        self.remedy = remedy
    }

    init(_ error: SystemError) {
        self.init(
            cause: .system, code: Code(rawValue: error.code), operation: error.operation,
            message: "\(error.reason) (\(error.name))")
    }

    /// What could not be done, why, and what helps, in one line.
    public var description: String {
        "cannot \(operation): \(message)" + (remedy.map { message.last == "!" ? " \($0)" : ". \($0)" } ?? "")
    }
}
