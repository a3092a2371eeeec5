internal import Documents
internal import Platform
internal import SQL

/// Links and what they show, through any connection.
struct LinkTable {
    let connection: any SQLConnection

    private static let columns = """
        links.row, links.id, links.owner, links.label, links.made_by, links.run, links.created_at, links.expires_at,
        links.revoked_at, links.views, links.viewed_at, links.places
        """
    static let newest = "SELECT \(columns) FROM links WHERE row < ? ORDER BY row DESC LIMIT ?"
    static let ofOwner = "SELECT \(columns) FROM links WHERE owner = ? AND row < ? ORDER BY row DESC LIMIT ?"
    static let ofDocument = """
        SELECT \(columns) FROM link_documents JOIN links ON links.row = link_documents.link
        WHERE link_documents.series = ? AND link_documents.link < ? ORDER BY link_documents.link DESC LIMIT ?
        """
    static let retracting = "DELETE FROM links WHERE run = ?"

    struct Found {
        let row: Int64
        let link: DocumentLink
    }

    /// - Returns: the link's row.
    func add(_ link: DocumentLink, series: [Int64]) throws -> Int64 {
        let row = try connection.insert(
            """
            INSERT INTO links (id, owner, label, made_by, run, created_at, expires_at, places)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                link.id, link.owner, link.label, link.madeBy, link.run, link.createdAt.microseconds,
                link.expiresAt.microseconds, series.count,
            ] as [any Bindable], numbering: "row")
        for (position, document) in series.enumerated() {
            try connection.execute(
                "INSERT INTO link_documents (link, position, series) VALUES (?, ?, ?)", [row, position, document])
        }
        return row
    }

    func link(_ id: String, owner: String?) throws -> Found? {
        let found = try connection.first("SELECT \(Self.columns) FROM links WHERE id = ?", [id]) { try read($0) }
        return found.flatMap { owner == nil || owner == $0.link.owner ? $0 : nil }
    }

    /// Newest first.
    func links(owner: String?, series: Int64?, limit: Int, before row: Int64) throws -> [Found] {
        if let series { return try connection.rows(Self.ofDocument, [series, row, limit]) { try read($0) } }
        guard let owner else { return try connection.rows(Self.newest, [row, limit]) { try read($0) } }
        return try connection.rows(Self.ofOwner, [owner, row, limit]) { try read($0) }
    }

    /// The rows of the series that it shows, in its order. Where one was erased, its position is missing.
    func series(ofLink row: Int64) throws -> [(position: Int64, series: Int64)] {
        try connection.rows("SELECT position, series FROM link_documents WHERE link = ? ORDER BY position", [row]) {
            (try $0.integer(0), try $0.integer(1))
        }
    }

    func revoke(_ row: Int64, at now: Timestamp) throws {
        try connection.execute(
            "UPDATE links SET revoked_at = ? WHERE row = ? AND revoked_at IS NULL", [now.microseconds, row])
    }

    func revokeAll(at now: Timestamp) throws {
        try connection.execute(
            "UPDATE links SET revoked_at = ? WHERE revoked_at IS NULL AND expires_at > ?",
            [now.microseconds, now.microseconds])
    }

    /// Takes back what a run made.
    func retract(ofRun run: String) throws {
        try connection.execute(Self.retracting, [run])
    }

    private func read(_ row: borrowing Row) throws -> Found {
        let number = try row.integer(0)
        let documents = try connection.rows(
            """
            SELECT series.id FROM link_documents JOIN series ON series.row = link_documents.series
            WHERE link_documents.link = ? ORDER BY link_documents.position
            """, [number]
        ) { try $0.text(0) }
        let link = DocumentLink(
            id: try row.text(1), owner: try row.text(2), documents: documents, places: Int(try row.integer(11)),
            label: try row.textOrNil(3), madeBy: try row.text(4), run: try row.textOrNil(5),
            createdAt: Timestamp(microseconds: try row.integer(6)),
            expiresAt: Timestamp(microseconds: try row.integer(7)),
            revokedAt: try row.integerOrNil(8).map(Timestamp.init(microseconds:)), views: Int(try row.integer(9)),
            lastViewedAt: try row.integerOrNil(10).map(Timestamp.init(microseconds:)))
        return Found(row: number, link: link)
    }
}

extension CatalogWriter {
    func link(_ id: String, by link: DocumentLink, orElse candidate: [UInt8]) throws -> LinkSecret {
        let table = LinkTable(connection: connection)
        let key = try LinkKeyTable(connection: connection).key(orElse: candidate, at: now)
        if let made = try table.link(link.id, owner: nil) { return LinkSecret(made.link, key: key) }
        let (series, owner) = try reader.linkable([id], of: nil)
        let new = DocumentLink(
            id: link.id, owner: owner, documents: [], label: link.label, madeBy: link.madeBy, run: link.run,
            createdAt: link.createdAt, expiresAt: link.expiresAt)
        _ = try table.add(new, series: series)
        return LinkSecret(new, key: key)
    }

    func retractLinks(ofRun run: String) throws { try LinkTable(connection: connection).retract(ofRun: run) }
}
