public import Platform

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
