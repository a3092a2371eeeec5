internal import Platform

/// The rules for titles and descriptions (specs: Document Detail, 6). Lengths are in characters as people count them.
public enum DocumentMetadata {
    public static let maxTitle = 100
    public static let maxDescription = 500

    /// The title without white space at its ends, composed (NFC).
    ///
    /// - Throws: `CatalogError` of kind `invalidTitle`.
    public static func title(_ text: String) throws(CatalogError) -> String {
        if isPlain(text) { return text }
        let title = text.trimmed.composed
        if title.isEmpty { throw CatalogError(.invalidTitle, "The title is empty. A document needs a title.") }
        if !title.unicodeScalars.contains(where: isSeen) {
            throw CatalogError(.invalidTitle, "The title has nothing that can be seen. A document needs a title.")
        }
        if let scalar = title.unicodeScalars.first(where: reorders) {
            throw CatalogError(
                .invalidTitle,
                "The title has the character \(UnsafeCharacters.code(of: scalar)), which reorders the text around it. "
                    + otherTitle)
        }
        if title.unicodeScalars.contains("\u{FFFD}") {
            throw CatalogError(.invalidTitle, "The title is not readable text (UTF-8). " + otherTitle)
        }
        if title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw CatalogError(
                .invalidTitle,
                "The title contains a control character, such as a line break. " + otherTitle)
        }
        if title.count > maxTitle {
            throw CatalogError(
                .invalidTitle,
                "The title has \(title.count) characters. A title may have up to \(maxTitle).")
        }
        return title
    }

    /// As `title(_:)`, of a document whose file has a name. Where that is the title, nobody has chosen one, so a name that is too
    /// long is shortened: in its middle, since names of one kind differ at their ends.
    ///
    /// - Parameter stem: the file's name without its extension; nil: not known.
    /// - Throws: `CatalogError` of kind `invalidTitle`.
    public static func title(_ text: String, ofFile stem: String?) throws(CatalogError) -> String {
        guard text == stem else { return try title(text) }
        let name = text.trimmed.composed
        return try title(
            name.count > maxTitle ? "\(name.prefix(maxTitle - maxEnding - 1))…\(name.suffix(maxEnding))" : name)
    }

    /// How much of the end of a long name is kept.
    private static let maxEnding = 30

    /// Whether it is a title as it is, as most are: asked of the bytes alone.
    private static func isPlain(_ text: String) -> Bool {
        var (count, last) = (0, UInt8(ascii: " "))
        for byte in text.utf8 {
            guard byte > 0x20 || byte == 0x20 && count > 0, byte < 0x7F else { return false }
            (count, last) = (count + 1, byte)
        }
        return count <= maxTitle && last != 0x20
    }

    private static let otherTitle = "Choose another title, or rename the file if its name is the title."

    /// The description, composed (NFC). Its lines end with LF, whatever they ended with.
    ///
    /// - Throws: `CatalogError` of kind `invalidDescription`.
    public static func description(_ text: String) throws(CatalogError) -> String {
        let description = text.withLineFeeds.composed
        if let scalar = description.unicodeScalars.first(where: isForbidden) {
            throw CatalogError(
                .invalidDescription,
                "The description contains the control character \(UnsafeCharacters.code(of: scalar)). Remove it.")
        }
        if description.count > maxDescription {
            throw CatalogError(
                .invalidDescription,
                "The description has \(description.count) characters. A description may have up to \(maxDescription).")
        }
        return description
    }

    /// Controls (C0, DEL, C1) but those of a text of lines.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // The empty pattern of Braille is a space, although Unicode has it as a symbol.
        return !UnsafeCharacters.contains(scalar) && !properties.isDefaultIgnorableCodePoint
            && !properties.isWhitespace && scalar != "\u{2800}"
    }

    /// Embeddings, overrides and isolates of direction; its marks reorder nothing else.
    private static func reorders(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
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
