public import Platform

/// Which documents a list shows, and in which order.
public struct DocumentQuery: Sendable, Hashable {
    /// The orders of the documents' list.
    public enum Sort: String, CaseIterable, Sendable, Hashable {
        /// By creation, latest first.
        case newest
        case oldest
        /// By title, then newest.
        case name
        /// By type, then newest.
        case type
        /// By the number of schools it is shared with, most first, then newest.
        case shares
    }

    /// Any of these; empty: all.
    public var types: [DocumentType] = []
    /// Shared with this school, or about it.
    public var school: String?
    /// true: shared with at least one school; false: with none; nil: both.
    public var shared: Bool?
    public var owner: String?
    /// Words that title or description contain, all folded (`String.folded`); the last one may be unfinished. Where a script has
    /// no blanks between words, what stands in the middle is found, too. nil or blank: no search.
    public var search: String?
    /// true: only what is in the trash; false: only what is not.
    public var trashed: Bool = false
    /// When the current version, or the one in the trash, was made, to the millisecond.
    public var made = TimePeriod()
    public var sort: Sort = .newest

    public init() {}
}

/// A part of a listing.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// Where the next part starts, as opaque text; nil when this is the last.
    public let next: String?

    public init(items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}

/// Which versions are listed one by one, as `Catalog.versions` does.
public struct VersionQuery: Sendable, Hashable {
    /// Any of these; empty: all.
    public var types: [DocumentType] = []
    public var owner: String?
    /// Shared with this school, or about it.
    public var school: String?
    /// true: shared with at least one school; false: with none; nil: both.
    public var shared: Bool?
    /// Made before this time.
    public var madeBefore: Timestamp?
    /// Made at this time or after.
    public var madeSince: Timestamp?
    /// true: current versions; false: former ones; nil: both.
    public var current: Bool?
    /// Only versions of which the document has at least so many newer ones that are not in the trash; nil: all.
    public var beyond: Int?

    public init() {}
}

/// The figures above the documents' list, over current versions that are not in the trash; storage counts every version.
public struct DocumentStatistics: Sendable, Hashable {
    public let total: Int
    /// Shared with at least one school.
    public let shared: Int
    /// nil when there are no documents; of equals the first in the order of `DocumentType.allCases`.
    public let mostCommonType: DocumentType?
    /// Bytes of all versions, the trash included: what the object store holds.
    public let storageBytes: Int64

    public init(total: Int, shared: Int, mostCommonType: DocumentType?, storageBytes: Int64) {
        self.total = total
        self.shared = shared
        self.mostCommonType = mostCommonType
        self.storageBytes = storageBytes
    }
}
