public import Platform

/// An address that shows documents without an account, each by its current version.
public struct DocumentLink: Sendable, Hashable, Identifiable {
    /// A ULID; the first part of the address's secret, and none by itself.
    public let id: String
    /// Whose documents it shows.
    public let owner: String
    /// The ids of the documents' series, in the order in which they are shown.
    public let documents: [String]
    /// How many documents it was made to show, with those that were erased since.
    public let places: Int
    /// For whoever made it; nil: none.
    public let label: String?
    /// Who made it: the id of a person.
    public let madeBy: String
    /// The run that made it; nil: a person did.
    public let run: String?
    public let createdAt: Timestamp
    /// To the second.
    public let expiresAt: Timestamp
    /// nil: it was not ended before its time.
    public let revokedAt: Timestamp?
    /// How often it was looked at: once for each visitor and hour.
    public let views: Int
    public let lastViewedAt: Timestamp?

    /// - Parameter places: nil: as many as `documents`.
    public init(
        id: String, owner: String, documents: [String], places: Int? = nil, label: String?, madeBy: String,
        run: String? = nil, createdAt: Timestamp, expiresAt: Timestamp, revokedAt: Timestamp? = nil, views: Int = 0,
        lastViewedAt: Timestamp? = nil
    ) {
        self.id = id
        self.owner = owner
        self.documents = documents
        self.places = places ?? documents.count
        self.label = label
        self.madeBy = madeBy
        self.run = run
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.views = views
        self.lastViewedAt = lastViewedAt
    }

    /// How long a link holds unless something else is said.
    public static let standardDays = 7
    /// No link holds for longer.
    public static let maxDays = 365
    /// No link shows more documents.
    public static let maxDocuments = 100
    /// In characters.
    public static let maxLabel = 200
}

/// A document of a link, and where it stands there.
public struct LinkedDocument: Sendable, Hashable {
    /// From 1, as the link was made: whatever becomes of the others, it stays the same.
    public let place: Int
    /// The current version; nil: the document lies in the trash.
    public let version: DocumentVersion?

    public init(place: Int, version: DocumentVersion?) {
        self.place = place
        self.version = version
    }
}

/// The key that links are signed with. There is one at a time: a new one ends all links.
public struct LinkKey: Sendable {
    /// In bytes.
    public static let length = 32

    public let number: Int64
    /// A secret.
    public let bytes: [UInt8]
    public let createdAt: Timestamp

    /// Random bytes of the kernel for a key.
    public static func candidate() -> [UInt8] { RandomBytes.make(length) }

    public init(number: Int64, bytes: [UInt8], createdAt: Timestamp) {
        self.number = number
        self.bytes = bytes
        self.createdAt = createdAt
    }
}

/// Somebody looks at what a link shows.
public struct LinkView: Sendable, Hashable {
    /// What tells visitors apart for an hour, and tells nothing of them.
    public let visitor: [UInt8]
    public let at: Timestamp

    public init(visitor: [UInt8], at: Timestamp) {
        self.visitor = visitor
        self.at = at
    }
}

/// How many looked at a link within an hour.
public struct LinkViews: Sendable, Hashable {
    /// The link's id.
    public let link: String
    /// When the hour begins.
    public let hour: Timestamp
    public let views: Int

    public init(link: String, hour: Timestamp, views: Int) {
        self.link = link
        self.hour = hour
        self.views = views
    }
}

/// Which links are meant.
public struct LinkQuery: Sendable, Hashable {
    /// Only links to documents of this person; nil: of everybody.
    public var owner: String?
    /// Only links that show this document, which the id of any of its versions names; nil: all.
    public var document: String?

    public init(owner: String? = nil, document: String? = nil) {
        self.owner = owner
        self.document = document
    }
}
