/// What is wrong with a schedule's text.
public struct CronError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that names the field.
    public let message: String
    /// The part of the text that is to blame, in offsets of UTF-8.
    public let range: Range<Int>
    public let hint: String?

    public init(_ message: String, at range: Range<Int>, hint: String? = nil) {
        self.message = message
        self.range = range
        self.hint = hint
    }

    public var description: String { message + (hint.map { "; \($0)" } ?? "") }
}

/// Something in a schedule's text that can be carried out, and is probably not what was meant.
public struct CronWarning: Hashable, Sendable, CustomStringConvertible {
    public let message: String
    /// The part of the text, in offsets of UTF-8.
    public let range: Range<Int>
    public let hint: String

    public var description: String { "\(message); \(hint)" }
}
