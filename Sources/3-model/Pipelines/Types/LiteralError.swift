/// Text that is not the size or the duration that was expected.
public struct LiteralError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    public let message: String
    /// What to write instead: "write `100MB` or `100B`".
    public let hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
