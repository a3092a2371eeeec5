import Testing

/// What libmagic calls a sample file, and what `validate-extension` says of it where its extension is allowed.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let mimeType: String
    /// The rejection's kind; nil: accepted.
    let kind: String?
    /// The message up to the list of what is allowed.
    let message: String

    init(_ name: String, _ mimeType: String, _ kind: String? = nil, _ message: String = "") {
        self.name = name
        self.mimeType = mimeType
        self.kind = kind
        self.message = message
    }

    var testDescription: String { name }

    static let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    /// Every sample file.
    static let all = accepted + rejected
}
