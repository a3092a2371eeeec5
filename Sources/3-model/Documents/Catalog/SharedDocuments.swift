public import Platform

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
