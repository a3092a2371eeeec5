public import Platform

/// A school's leave to view a document, as it stands or stood.
public struct ShareRecord: Sendable, Hashable {
    public let school: String
    public let sharedAt: Timestamp
    /// The run that shared; nil: a person did.
    public let run: String?

    public init(school: String, sharedAt: Timestamp, run: String?) {
        self.school = school
        self.sharedAt = sharedAt
        self.run = run
    }
}

/// A span of time in which things were shared.
public struct SharePeriod: Sendable, Hashable {
    /// Included.
    public let since: Timestamp
    /// Not included, so that periods that follow one another have nothing in common.
    public let until: Timestamp

    public init(since: Timestamp, until: Timestamp) {
        self.since = since
        self.until = until
    }
}

/// What was shared with a school in a time.
public struct SharedDocuments: Sendable, Hashable {
    /// The current version of a document, and since when it is shared.
    public struct Item: Sendable, Hashable {
        public let version: DocumentVersion
        public let sharedAt: Timestamp

        public init(version: DocumentVersion, sharedAt: Timestamp) {
            self.version = version
            self.sharedAt = sharedAt
        }
    }

    public let items: [Item]
    /// How many there are, also those that are not listed.
    public let count: Int

    public init(items: [Item], count: Int) {
        self.items = items
        self.count = count
    }
}
