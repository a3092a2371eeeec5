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
    /// Words that title or description contain; the last one may be unfinished. nil or blank: no search.
    public var search: String?
    /// true: only what is in the trash; false: only what is not.
    public var trashed: Bool = false
    public var sort: Sort = .newest

    public init() {}
}
