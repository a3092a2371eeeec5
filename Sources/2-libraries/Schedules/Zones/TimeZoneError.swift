/// Why a time zone is not to be had.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public let message: String
    /// What may have been meant, or what to install.
    public let hint: String?

    public init(name: String, message: String, hint: String? = nil) {
        self.name = name
        self.message = message
        self.hint = hint
    }

    public var description: String { message + (hint.map { ": \($0)" } ?? "") }
}
