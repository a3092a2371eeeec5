internal import Diagnostics
internal import Platform

/// Why a text does not do as the value of an option or argument; completes a sentence: "must be a whole number".
package struct ArgumentError: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

extension ArgumentError {
    /// The text is none of the words; names the nearest when one is near.
    static func noChoice(_ argument: Path, of words: [String]) -> ArgumentError {
        let hint = Spelling.hint(for: argument.text, in: words).map { " (\($0))" } ?? ""
        return ArgumentError("must be one of " + words.joined(separator: ", ") + hint)
    }
}
