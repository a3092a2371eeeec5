public import Platform

/// One version of a document, with what the series it belongs to says of all its versions (title, description, school,
/// shares).
public struct DocumentVersion: Sendable, Hashable, Identifiable {
    /// A UUID; what every command calls a document's ID.
    public let id: String
    /// The series: all versions of one document, which have its owner, type and title. A UUID.
    public let series: String
    /// From 1, unique in the series.
    public let number: Int
    /// Exactly one version of a series is the current one.
    public let isCurrent: Bool
    public let owner: String
    public let type: DocumentType
    public let title: String
    public let description: String?
    /// The school that the document is about, if it is about one; not a share.
    public let school: String?
    /// Schools that may view the series, in the order in which they were added.
    public private(set) var sharedWith: [String]
    public let objectKey: String
    public let fileURL: String
    /// The file's original name; bytes that are no UTF-8 are U+FFFD.
    public let name: String
    public let mimeType: String
    /// In bytes.
    public let size: Int64
    /// Lower-case hexadecimal.
    public let sha256: String
    /// The run that made it.
    public let run: String
    public let createdAt: Timestamp
    /// Of the series: the last change of its metadata or versions.
    public private(set) var updatedAt: Timestamp
    /// Since when it is in the trash, by itself or with its series.
    public let trashedAt: Timestamp?

    public init(
        id: String, series: String, number: Int, isCurrent: Bool, owner: String, type: DocumentType, title: String,
        description: String?, school: String?, sharedWith: [String], objectKey: String, fileURL: String, name: String,
        mimeType: String, size: Int64, sha256: String, run: String, createdAt: Timestamp, updatedAt: Timestamp,
        trashedAt: Timestamp?
    ) {
        self.id = id
        self.series = series
        self.number = number
        self.isCurrent = isCurrent
        self.owner = owner
        self.type = type
        self.title = title
        self.description = description
        self.school = school
        self.sharedWith = sharedWith
        self.objectKey = objectKey
        self.fileURL = fileURL
        self.name = name
        self.mimeType = mimeType
        self.size = size
        self.sha256 = sha256
        self.run = run
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.trashedAt = trashedAt
    }

    /// The same after its series was shared with schools, further ones or some that could view it before.
    public func shared(with schools: [String], at time: Timestamp) -> DocumentVersion {
        var version = self
        version.sharedWith += schools.filter { !sharedWith.contains($0) }
        version.updatedAt = time
        return version
    }
}

/// A title that a document had before the one that it has.
public struct FormerTitle: Sendable, Hashable {
    public let title: String
    /// When the document was given another one.
    public let until: Timestamp

    public init(title: String, until: Timestamp) {
        self.title = title
        self.until = until
    }
}

/// What a new version is made of. It joins the series that is named, or else the one outside of the trash that has the same
/// owner, type and title, or else the one that had them last; or it starts one.
public struct NewVersion: Sendable, Hashable {
    /// The series that it joins, whatever the title; nil: the title tells.
    public var series: String?
    public var owner: String
    public var type: DocumentType
    public var title: String
    /// nil leaves the series' description as it is.
    public var description: String?
    /// nil leaves the series' school as it is.
    public var school: String?
    public var objectKey: String
    public var fileURL: String
    public var name: String
    public var mimeType: String
    public var size: Int64
    public var sha256: String
    /// What is known of the contents; of an object that is in the catalog already, an empty one changes nothing.
    public var media: MediaFacts
    /// The run that makes it. A run makes one version: asking again with the same run returns that version.
    public var run: String

    public init(
        series: String? = nil, owner: String, type: DocumentType, title: String, description: String? = nil,
        school: String? = nil, objectKey: String, fileURL: String, name: String, mimeType: String, size: Int64,
        sha256: String, media: MediaFacts = MediaFacts(), run: String
    ) {
        self.series = series
        self.owner = owner
        self.type = type
        self.title = title
        self.description = description
        self.school = school
        self.media = media
        self.objectKey = objectKey
        self.fileURL = fileURL
        self.name = name
        self.mimeType = mimeType
        self.size = size
        self.sha256 = sha256
        self.run = run
    }
}
