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

    /// `***`, as the two that follow: nothing of the text, nor of its length.
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
