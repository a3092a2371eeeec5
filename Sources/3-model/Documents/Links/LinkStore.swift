/// Links, the key that signs them, and how often they are looked at. Every change but a view is on disk when its call returns.
public protocol LinkStore: Sendable {
    /// The key that links are signed with.
    ///
    /// - Parameter candidate: becomes the key when there is none; `LinkKey.length` random bytes.
    func linkKey(orElse candidate: [UInt8]) async throws -> LinkKey

    /// Puts a new key in place of the old one, which is removed: all links end, and are on record as revoked.
    func replaceLinkKey(by bytes: [UInt8]) async throws -> LinkKey

    /// Enters a new link.
    ///
    /// - Parameters:
    ///   - link: what it has as its `documents` and `owner` does not count.
    ///   - documents: ids of versions, each of which stands for its document.
    ///   - owner: only documents of this person are there; nil: everybody's.
    /// - Returns: the link with its documents, each once.
    /// - Throws: `CatalogError` of kind `notFound` or `trashed`; `LinkError` of kind `mixedOwners`.
    func addLink(
        _ link: DocumentLink, showing documents: [String], of owner: String?
    ) async throws -> DocumentLink

    /// - Parameter owner: only one to documents of this person; nil: whoever's they are.
    /// - Returns: nil when there is none.
    func link(_ id: String, owner: String?) async throws -> DocumentLink?

    /// Newest first.
    ///
    /// - Throws: `CatalogError` of kind `invalidCursor`, or `notFound` for a document.
    func links(_ query: LinkQuery, limit: Int, after cursor: String?) async throws -> Page<DocumentLink>

    /// The documents of a link, in its order, without those that were erased.
    func shownByLink(_ id: String) async throws -> [LinkedDocument]

    /// Ends a link before its time; one that has been ended before keeps the time of that.
    ///
    /// - Returns: the link as it is then; nil when there is none.
    func revokeLink(_ id: String, owner: String?) async throws -> DocumentLink?

    /// The salt of a day, by which visitors are told apart.
    ///
    /// - Parameters:
    ///   - day: counted from 1970-01-01.
    ///   - candidate: becomes the salt when the day has none. Those of former days are removed.
    func linkSalt(ofDay day: Int64, orElse candidate: [UInt8]) async throws -> [UInt8]

    /// Counts a view, unless the visitor has been counted in that hour. Survives the end of the process.
    ///
    /// - Returns: whether it counts.
    func recordView(_ view: LinkView, ofLink id: String) async throws -> Bool

    /// In which hours links to a document were looked at, newest first.
    ///
    /// - Parameter id: of a version.
    func linkViews(ofDocument id: String, limit: Int) async throws -> [LinkViews]
}
