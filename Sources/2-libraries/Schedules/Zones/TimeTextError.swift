/// Why a text is no time.
public struct TimeTextError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    public let hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    public var description: String { "\(message); \(hint)" }
}
