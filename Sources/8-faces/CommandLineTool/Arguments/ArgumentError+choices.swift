internal import Diagnostics
internal import Platform

extension ArgumentError {
    /// The text is none of the words; names the nearest when one is near.
    static func noChoice(_ argument: Path, of words: [String]) -> ArgumentError {
        let hint = Spelling.hint(for: argument.text, in: words).map { " (\($0))" } ?? ""
        return ArgumentError("must be one of " + words.joined(separator: ", ") + hint)
    }
}
