/// Why a text is not read as Markdown.
public enum MarkdownError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library is missing.
    case unavailable(String)
    case tooLarge(size: Int, limit: Int)
    case notUTF8
    /// It has more "[" than any text has for its links: what they would mean takes time that grows with their square.
    case tooManyBrackets(limit: Int)

    /// A sentence for the user.
    public var description: String {
        switch self {
        case .unavailable(let reason):
            "Markdown cannot be read: \(reason). Install the package libcmark-gfm-extensions0.29.0.gfm.6, or build again with "
                + "the installed one."
        case .tooLarge(let size, let limit): "The text has \(size) bytes; as Markdown at most \(limit) are read."
        case .notUTF8: "The text is not UTF-8."
        case .tooManyBrackets(let limit): "The text has more than \(limit) opening brackets."
        }
    }
}
