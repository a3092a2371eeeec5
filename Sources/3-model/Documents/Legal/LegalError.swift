/// Why a legal document is not published, shown or accepted. Trouble with the database is another error.
public struct LegalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: String, Sendable, Hashable {
        case notFound = "not-found"
        /// The version was published with another text or date.
        case versionTaken = "version-taken"
        case invalidKind = "invalid-kind"
        case invalidVersion = "invalid-version"
        case invalidText = "invalid-text"
        case invalidPerson = "invalid-person"
        /// Another text was shown than this version has.
        case wrongText = "wrong-text"
    }

    public let kind: Kind
    /// A sentence or two for the user: what is wrong, and what to do.
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
