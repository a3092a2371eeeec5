public import Diagnostics

/// Why the catalog would not do what it was asked. Trouble with the store itself is another error.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: String, Sendable, Hashable {
        case notFound = "not-found"
        case unknownSchool = "unknown-school"
        case schoolExists = "school-exists"
        /// Documents are shared with it or about it.
        case schoolInUse = "school-in-use"
        case invalidSchool = "invalid-school"
        /// Another live series of the owner has that type and title.
        case titleTaken = "title-taken"
        case invalidTitle = "invalid-title"
        case invalidDescription = "invalid-description"
        case invalidCursor = "invalid-cursor"
        /// It has other versions than whoever asked has seen.
        case changed = "changed"
        /// The only version of its document; a request about one version would have to be about the document.
        case onlyVersion = "only-version"
        /// It is in the trash, and the request makes no sense there.
        case trashed = "trashed"
        /// A version for a document of another owner or type.
        case otherDocument = "other-document"
    }

    public let kind: Kind
    /// A sentence or two for the user: what is wrong.
    public let message: String
    /// What the user can do about it, beyond what the message says.
    public let advice: [NextStep]

    public init(_ kind: Kind, _ message: String, advice: [NextStep] = []) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// A version that lies in the trash, and so cannot be shared.
    public static func trashed(_ version: DocumentVersion) -> CatalogError {
        CatalogError(
            .trashed,
            "`\(version.title)` (version \(version.number)) is in the trash.", advice: [.restoreDocument(version.id)])
    }

    /// The message and the advice, for records.
    public var description: String { advice.appended(to: message) }
}
