internal import Diagnostics
public import Documents
internal import Platform
internal import SQL

/// As `LinkStore`.
extension SQLDatabase {
    public func linkKey(orElse candidate: [UInt8]) async throws -> LinkKey {
        let now = now()
        // All but the first time it is there.
        if let key = try await read({ try LinkKeyTable(connection: $0).key() }) { return key }
        return try await write { try LinkKeyTable(connection: $0).key(orElse: candidate, at: now) }
    }

    public func replaceLinkKey(by bytes: [UInt8]) async throws -> LinkKey {
        let now = now()
        return try await write { connection in
            // Signed with the new key they would open again.
            try LinkTable(connection: connection).revokeAll(at: now)
            return try LinkKeyTable(connection: connection).replace(by: bytes, at: now)
        }
    }

    public func addLink(
        _ link: DocumentLink, showing documents: [String], of person: String?
    ) async throws -> DocumentLink {
        try await write { connection in
            let table = LinkTable(connection: connection)
            let (series, owner) = try CatalogReader(connection: connection).linkable(documents, of: person)
            let new = DocumentLink(
                id: link.id, owner: owner, documents: [], label: link.label, madeBy: link.madeBy, run: link.run,
                createdAt: link.createdAt, expiresAt: link.expiresAt)
            _ = try table.add(new, series: series)
            guard let made = try table.link(link.id, owner: nil) else {
                throw TableError(.missing, operation: "make a link", message: "its row is gone")
            }
            return made.link
        }
    }

    public func link(_ id: String, owner: String?) async throws -> DocumentLink? {
        try await read { try LinkTable(connection: $0).link(id, owner: owner)?.link }
    }

    public func links(_ query: LinkQuery, limit: Int, after cursor: String?) async throws -> Page<DocumentLink> {
        let limit = Self.clamp(limit)
        let parts = [query.owner, query.document]
        let scope = "links" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).row }
        return try await read { connection in
            var series: Int64?
            if let document = query.document {
                let found = try CatalogReader(connection: connection).find(document)
                // As if there were none: all links to a document are to its owner's.
                if let owner = query.owner, found.version.owner != owner { return Page(items: [], next: nil) }
                series = found.seriesRow
            }
            let found = try LinkTable(connection: connection)
                .links(owner: query.owner, series: series, limit: limit + 1, before: start ?? .max)
            let next = found.count > limit ? ListCursor(row: found[limit - 1].row).text(scope: scope) : nil
            return Page(items: found.prefix(limit).map(\.link), next: next)
        }
    }

    public func shownByLink(_ id: String) async throws -> [LinkedDocument] {
        try await read { connection in
            let table = LinkTable(connection: connection)
            guard let found = try table.link(id, owner: nil) else { return [] }
            let reader = CatalogReader(connection: connection)
            return try table.series(ofLink: found.row).map { position, series in
                let current = try reader.current(ofSeries: series)
                return LinkedDocument(
                    place: Int(position) + 1, version: current.flatMap { $0.trashedAt == nil ? $0 : nil })
            }
        }
    }

    public func revokeLink(_ id: String, owner: String?) async throws -> DocumentLink? {
        let now = now()
        return try await write { connection in
            let table = LinkTable(connection: connection)
            guard let found = try table.link(id, owner: owner) else { return nil }
            try table.revoke(found.row, at: now)
            return try table.link(id, owner: owner)?.link
        }
    }

    public func linkSalt(ofDay day: Int64, orElse candidate: [UInt8]) async throws -> [UInt8] {
        if let salt = try await read({ try LinkViewTable(connection: $0).salt() }), salt.day >= day {
            return salt.bytes
        }
        return try await write(durable: false) { connection in
            let table = LinkViewTable(connection: connection)
            // Somebody else may have been here in the meantime.
            if let salt = try table.salt(), salt.day >= day { return salt.bytes }
            try table.replaceSalt(by: candidate, ofDay: day)
            return candidate
        }
    }

    public func recordView(_ view: LinkView, ofLink id: String) async throws -> Bool {
        try await write(durable: false) { connection in
            guard let found = try LinkTable(connection: connection).link(id, owner: nil) else { return false }
            return try LinkViewTable(connection: connection).record(view, ofLink: found.row)
        }
    }

    public func linkViews(ofDocument id: String, limit: Int) async throws -> [LinkViews] {
        let limit = Self.clamp(limit)
        return try await read { connection in
            let found = try CatalogReader(connection: connection).find(id)
            return try LinkViewTable(connection: connection).views(ofSeries: found.seriesRow, limit: limit)
        }
    }
}

extension CatalogReader {
    /// The series of documents that a link is to show, each once, and whose they are.
    ///
    /// - Throws: `CatalogError` of kind `notFound` or `trashed`; `LinkError` of kind `mixedOwners`.
    func linkable(_ documents: [String], of person: String?) throws -> (series: [Int64], owner: String) {
        var series: [Int64] = []
        var owner: String?
        for id in documents {
            let found = try find(id, of: person)
            // Of a version that lies there alone the document still has a current one.
            if found.seriesTrashedAt != nil { throw CatalogError.trashed(found.version) }
            if let owner, owner != found.version.owner {
                throw LinkError(
                    .mixedOwners,
                    "The documents belong to `\(Printable.text(owner))` and `\(Printable.text(found.version.owner))`. Make a "
                        + "link for each of them.")
            }
            owner = found.version.owner
            if !series.contains(found.seriesRow) { series.append(found.seriesRow) }
        }
        guard let owner else { throw LinkError(.invalid, "A link needs a document.") }
        return (series, owner)
    }

    /// As `find`, where what is not this person's is not there.
    private func find(_ id: String, of person: String?) throws -> Found {
        let found = try find(id)
        if let person, found.version.owner != person {
            throw CatalogError(
                .notFound, "There is no document `\(Printable.text(id))`.", advice: [.listDocuments])
        }
        return found
    }
}
