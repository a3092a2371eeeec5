internal import Platform

/// The rules for titles and descriptions (specs: Document Detail, 6). Lengths are in characters as people count them.
public enum DocumentMetadata {
    public static let maxTitle = 100
    public static let maxDescription = 500

    /// The title without white space at its ends, composed (NFC).
    ///
    /// - Throws: `CatalogError` of kind `invalidTitle`.
    public static func title(_ text: String) throws(CatalogError) -> String {
        let title = String(trimmed(text)).composed
        if title.isEmpty { throw CatalogError(.invalidTitle, "The title is empty. A document needs a title.") }
        if title.unicodeScalars.contains("\u{FFFD}") {
            throw CatalogError(
                .invalidTitle, "The title is not readable text (UTF-8). Rename the file, or give a title of your own.")
        }
        if title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw CatalogError(
                .invalidTitle,
                "The title contains a control character, such as a line break. "
                    + "Rename the file, or give a title of your own.")
        }
        if title.count > maxTitle {
            throw CatalogError(
                .invalidTitle,
                "The title has \(title.count) characters. A title may have up to \(maxTitle).")
        }
        return title
    }

    /// The description, composed (NFC).
    ///
    /// - Throws: `CatalogError` of kind `invalidDescription`.
    public static func description(_ text: String) throws(CatalogError) -> String {
        let description = text.composed
        if description.count > maxDescription {
            throw CatalogError(
                .invalidDescription,
                "The description has \(description.count) characters. A description may have up to \(maxDescription).")
        }
        return description
    }

    private static func trimmed(_ text: String) -> Substring {
        var rest = text[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}

/// Changes to a series' metadata; nil leaves a field as it is.
public struct MetadataChange: Sendable, Hashable {
    /// Renames the whole series.
    public var title: String?
    /// An empty text removes the description.
    public var description: String?
    /// An empty text makes it general (about no school).
    public var school: String?
    /// The version as whoever asks has seen it; when it is another by now, nothing changes. nil: whatever it is.
    public var expected: DocumentVersion?

    /// The names of what changes: "title, school".
    public var fields: String {
        [title.map { _ in "title" }, description.map { _ in "description" }, school.map { _ in "school" }]
            .compactMap { $0 }.joined(separator: ", ")
    }

    public init(
        title: String? = nil, description: String? = nil, school: String? = nil, expecting: DocumentVersion? = nil
    ) {
        self.title = title
        self.description = description
        self.school = school
        expected = expecting
    }
}
