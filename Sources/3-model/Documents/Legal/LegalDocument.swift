public import Platform

/// A version of a text that people are asked to accept, such as the privacy policy. Once published it never changes.
public struct LegalDocument: Sendable, Hashable {
    /// The privacy policy; others are named by whoever publishes them.
    public static let privacyPolicy = "privacy-policy"

    /// `[a-z][a-z0-9-]*`, at most 64 bytes: "privacy-policy".
    public let kind: String
    /// As people know it: "1.0". Unique among those of the kind.
    public let version: String
    /// From when on it holds.
    public let effectiveAt: Timestamp
    /// Markdown; at most `LegalText.limit` bytes.
    public let text: String
    /// Of the text's UTF-8, in lower-case hexadecimal.
    public let sha256: String
    /// nil: it comes with the program and was never published.
    public let publishedAt: Timestamp?
    /// Who published it; nil as above.
    public let publishedBy: String?

    public init(
        kind: String, version: String, effectiveAt: Timestamp, text: String, sha256: String, publishedAt: Timestamp?,
        publishedBy: String?
    ) {
        self.kind = kind
        self.version = version
        self.effectiveAt = effectiveAt
        self.text = text
        self.sha256 = sha256
        self.publishedAt = publishedAt
        self.publishedBy = publishedBy
    }

    /// Whether it is the text that comes with the program.
    public var isBundled: Bool { publishedAt == nil }
}

/// That somebody has accepted a version.
public struct LegalAcceptance: Sendable, Hashable {
    /// The person's id.
    public let person: String
    public let kind: String
    public let version: String
    /// Of the text that was shown.
    public let sha256: String
    public let acceptedAt: Timestamp
    /// From where; nil: it is not known.
    public let address: String?

    public init(
        person: String, kind: String, version: String, sha256: String, acceptedAt: Timestamp, address: String? = nil
    ) {
        self.person = person
        self.kind = kind
        self.version = version
        self.sha256 = sha256
        self.acceptedAt = acceptedAt
        self.address = address
    }
}

/// How many people have accepted a version.
public struct LegalVersionCount: Sendable, Hashable {
    public let version: String
    public let people: Int

    public init(version: String, people: Int) {
        self.version = version
        self.people = people
    }
}

/// The newest version that somebody has accepted.
public struct LegalStanding: Sendable, Hashable {
    public let person: String
    public let version: String
    public let acceptedAt: Timestamp

    public init(person: String, version: String, acceptedAt: Timestamp) {
        self.person = person
        self.version = version
        self.acceptedAt = acceptedAt
    }
}
