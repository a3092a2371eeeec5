internal import Digests
package import Documents
package import Platform
package import Representations
internal import Synchronization

/// The links for coaches: addresses that show documents without an account.
///
/// One value for a process, which keeps the key that signs them.
package final class Links: Sendable {
    private let store: any LinkStore
    private let base: @Sendable () -> String?
    private let now: @Sendable () -> Timestamp
    private let known = Mutex<LinkKey?>(nil)

    /// - Parameter base: the address that people reach the server by, without a `/` at the end; nil: it is not known.
    package init(
        _ store: any LinkStore, base: @escaping @Sendable () -> String?,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) {
        self.store = store
        self.base = base
        self.now = now
    }

    // MARK: Making

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - documents: ids of versions, each of which stands for its document.
    ///   - days: how long it holds.
    ///   - label: for whoever made it.
    ///   - person: who makes it.
    ///   - owner: only documents of this person may be shown; nil: of anybody.
    /// - Throws: `LinkError` of kind `invalid` or `mixedOwners`; `CatalogError` of kind `notFound` or `trashed`; the store's errors.
    package func create(
        _ documents: [String], days: Int = DocumentLink.standardDays, label: String? = nil, by person: String,
        owner: String? = nil
    ) async throws -> IssuedLink {
        let label = try Self.checked(label)
        guard (1...DocumentLink.maxDays).contains(days) else {
            throw LinkError(.invalid, "A link holds from 1 to \(DocumentLink.maxDays) days, and not \(days).")
        }
        guard (1...DocumentLink.maxDocuments).contains(documents.count) else {
            throw LinkError(
                .invalid,
                "A link shows from 1 to \(DocumentLink.maxDocuments) documents, and not \(documents.count).")
        }
        let time = now()
        let link = DocumentLink(
            id: Identifier.run(at: time), owner: owner ?? "", documents: [], label: label, madeBy: person,
            createdAt: time, expiresAt: DocumentLink.end(of: .seconds(days * 86_400), from: time))
        let made = try await store.addLink(link, showing: documents, of: owner)
        return try await issued(made)
    }

    private static func checked(_ label: String?) throws(LinkError) -> String? {
        guard let label, !label.isEmpty else { return nil }
        if label.count > DocumentLink.maxLabel {
            throw LinkError(
                .invalid,
                "The label has \(label.count) characters. A label may have up to \(DocumentLink.maxLabel).")
        }
        if let character = UnsafeCharacters.first(in: label) {
            throw LinkError(
                .invalid, "The label has the character \(character), which cannot be seen or acts on what shows it.")
        }
        return label
    }

    /// A link with its address.
    private func issued(_ link: DocumentLink) async throws -> IssuedLink {
        let secret = LinkSecret(link, key: try await key())
        return IssuedLink(link: link, secret: secret.text, address: LinkAddress(base: base()).text(secret))
    }

    // MARK: Looking

    /// Newest first.
    ///
    /// - Throws: `CatalogError` of kind `invalidCursor` or `notFound`; the store's errors.
    package func list(_ query: LinkQuery, limit: Int, after cursor: String?) async throws -> Page<DocumentLink> {
        try await store.links(query, limit: limit, after: cursor)
    }

    /// Those to a person's documents that still open them, newest first.
    ///
    /// - Throws: the store's errors.
    package func open(of owner: String) async throws -> [DocumentLink] {
        let time = now()
        var found: [DocumentLink] = []
        var cursor: String?
        repeat {
            let page = try await store.links(LinkQuery(owner: owner), limit: 1_000, after: cursor)
            found += page.items.filter { $0.revokedAt == nil && $0.expiresAt > time }
            cursor = page.next
        } while cursor != nil
        return found
    }

    /// A link with its address, which works as long as the link does.
    ///
    /// - Parameter owner: only one to documents of this person; nil: whoever's they are.
    /// - Throws: `LinkError` of kind `notFound`; the store's errors.
    package func show(_ id: String, of owner: String? = nil) async throws -> IssuedLink {
        guard let link = try await store.link(id, owner: owner) else { throw Self.absent(id) }
        return try await issued(link)
    }

    static func absent(_ id: String) -> LinkError {
        LinkError(.notFound, "There is no link `\(Printable.short(id))`.")
    }

    /// The current versions of what a link shows, also when it has ended.
    ///
    /// - Throws: the store's errors.
    package func documents(of link: DocumentLink) async throws -> [DocumentVersion] {
        try await store.shownByLink(link.id).compactMap(\.version)
    }

    // MARK: Ending

    /// Ends a link before its time. Doing it twice does no harm.
    ///
    /// - Throws: `LinkError` of kind `notFound`; the store's errors.
    package func revoke(_ id: String, of owner: String? = nil) async throws -> DocumentLink {
        guard let link = try await store.revokeLink(id, owner: owner) else { throw Self.absent(id) }
        return link
    }

    /// Ends all links, by a new key.
    package func revokeAll() async throws {
        let key = try await store.replaceLinkKey(by: LinkKey.candidate())
        known.withLock { $0 = key }
    }

    // MARK: Opening

    /// What a link shows now.
    ///
    /// - Parameter secret: what stands behind `LinkAddress.path` in the address.
    /// - Throws: `LinkError` of kind `forged`, `expired`, `revoked` or `notFound`; the store's errors.
    package func open(_ secret: String) async throws -> OpenedLink {
        let forged = LinkError(.forged, "This address is no link, or one that has been withdrawn. Ask for a new one.")
        let used = try await knownKey()
        guard let read = LinkSecret(secret, key: used) else { throw forged }
        let gone = LinkError(
            .notFound, "What this link showed is not there any more. Ask the person who gave it to you for a new one.")
        let expired = LinkError(.expired, "This link has expired. Ask the person who gave it to you for a new one.")
        if read.expiresAt <= now() { throw expired }
        // Another process may have put a new key in its place.
        if try await key().number != used.number { throw forged }
        guard let link = try await store.link(read.id, owner: nil), link.expiresAt == read.expiresAt else {
            throw gone
        }
        if link.revokedAt != nil { throw LinkError(.revoked, "This link has been withdrawn. Ask for a new one.") }
        let opened = OpenedLink(link: link, places: try await store.shownByLink(link.id))
        if opened.documents.isEmpty { throw gone }
        return opened
    }

    /// Counts that somebody looked at what a link shows: once for each visitor and hour. Neither the address nor the user agent
    /// is kept.
    ///
    /// - Returns: whether it counts.
    /// - Throws: the store's errors.
    package func recordView(of id: String, address: String, userAgent: String) async throws -> Bool {
        let time = now()
        let day = time.microseconds / 86_400_000_000
        let salt = try await store.linkSalt(ofDay: day, orElse: RandomBytes.make(32))
        // Their lengths come first, so that no two pairs make the same bytes.
        let visitor = SHA256.digest(
            of: salt + Array("\(address.utf8.count):\(address)\(userAgent.utf8.count):\(userAgent)".utf8))
        return try await store.recordView(LinkView(visitor: visitor.bytes, at: time), ofLink: id)
    }

    // MARK: The key

    private func knownKey() async throws -> LinkKey {
        if let key = known.withLock({ $0 }) { return key }
        return try await key()
    }

    /// As it is in the database.
    private func key() async throws -> LinkKey {
        let key = try await store.linkKey(orElse: LinkKey.candidate())
        known.withLock { $0 = key }
        return key
    }
}
