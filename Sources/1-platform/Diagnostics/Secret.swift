/// Text that must not be shown: it prints as `***` wherever it is described, dumped or interpolated.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Takes the text over; whoever made it still has it in the clear.
    public init(_ value: String) {
        self.value = value
    }

    /// Lends the text to code that has to have it, such as a signature; never put it into an error or a log.
    public func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body(value)
    }

    /// `***`: nothing of the text, nor of its length.
    public var description: String { "***" }
    /// As `description`.
    public var debugDescription: String { "***" }
    /// Without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
