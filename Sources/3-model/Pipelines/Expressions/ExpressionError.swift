internal import Documents

/// Why an expression has no value in this run. Its message never has a secret in it.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop: what, why, and what to do.
    public let message: String
    /// Where in the text that was compiled, in Unicode scalars.
    public let offset: Int
    /// In Unicode scalars, at least 1.
    public let length: Int

    init(_ message: String, at place: Place) {
        self.message = message
        offset = place.offset
        length = max(1, place.length)
    }

    public var description: String { message }
}

extension StageError {
    /// A stage whose options or condition cannot be computed has failed; trying again would not help.
    public init(_ error: ExpressionError) {
        self = .failed(.other, "expression", error.message)
    }
}
