internal import Platform

/// Keeps what is said about a file short, whatever its names are: a name that fills the file is not repeated.
enum Wording {
    /// A sentence with a few names, in Unicode scalars.
    static let sentence = 2_000
    /// A list of names.
    static let listing = 8_000
    /// Texts up to here have no part that is worth shortening, in bytes.
    private static let plain = 160

    /// The text with every long part between backticks shortened, and cut in the middle if it is still too long.
    static func short(_ text: String, limit: Int = sentence) -> String {
        guard text.utf8.count > plain else { return text }
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
        var result = text
        // An even number of backticks: every other piece is between two.
        if pieces.count > 2, !pieces.count.isMultiple(of: 2) {
            result = pieces.enumerated().map { index, piece in
                index.isMultiple(of: 2) || piece.utf8.count <= plain ? String(piece) : Printable.short(String(piece))
            }.joined(separator: "`")
        }
        let scalars = result.unicodeScalars
        guard scalars.count > limit else { return result }
        return String(scalars.prefix(limit / 2)) + "…" + String(scalars.suffix(limit / 4))
    }
}

/// Names one after the other, for messages.
public enum NameList {
    private static let longest = 50

    /// "a, b, c", and of more than fifty the first fifty: "a, b, …, and 3950 more".
    ///
    /// - Parameter names: safe to show.
    public static func text(_ names: some Collection<String>) -> String {
        let shown = names.prefix(longest).joined(separator: ", ")
        return names.count > longest ? "\(shown), and \(names.count - longest) more" : shown
    }
}
