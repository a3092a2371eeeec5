public import Documents
internal import Platform
internal import SQL
internal import SQLStore

extension LocalStore {
    /// See `Catalog.documents`. By name means by `String.sortKey`; by type, in alphabetical order.
    public func documents(
        _ query: DocumentQuery, limit: Int, after cursor: String?
    ) async throws -> Page<DocumentVersion> {
        let limit = Self.clamp(limit)
        let scope = query.scope
        let start = try cursor.map { try ListCursor(text: $0, scope: scope) }
        return try await read { connection in
            let reader = CatalogReader(connection: connection)
            // One more than shown tells whether there is a next page.
            let found = try PeriodList(query, connection: connection).page(limit: limit + 1, after: start)
            let items = try found.prefix(limit).compactMap { try reader.version(row: $0.row) }
            return Page(items: items, next: found.count > limit ? found[limit - 1].text(scope: scope) : nil)
        }
    }

    /// What lay in the trash by itself before its document followed it is listed beside that, and is no other document.
    private static let isDocument = """
        NOT EXISTS (
            SELECT 1 FROM versions JOIN listing AS other ON other.row = versions.row
            WHERE versions.series = listing.series AND versions.is_current = 1 AND versions.row <> listing.row
                AND other.trashed = listing.trashed
        )
        """
    static let titled = """
        SELECT row FROM listing WHERE trashed = ?1 AND title_key = ?2 AND (?4 IS NULL OR owner = ?4) AND \(isDocument)
        ORDER BY age LIMIT ?3
        """
    static let titlesBeginning = """
        SELECT row FROM listing WHERE trashed = ? AND title_key >= ? AND title_key < ? AND \(isDocument)
        ORDER BY title_key, age LIMIT ?
        """

    /// See `Catalog.documents(titled:of:trashed:limit:)`. Reads `listing_name` and
    /// `versions_current`.
    public func documents(
        titled title: String, of owner: String?, trashed: Bool, limit: Int
    ) async throws -> [DocumentVersion] {
        let limit = Self.clamp(limit)
        return try await read { connection in
            let reader = CatalogReader(connection: connection)
            return try connection.rows(
                Self.titled, [trashed ? 1 : 0, CatalogReader.key(ofTitle: title), limit, owner]
            ) { try $0.integer(0) }.compactMap { try reader.version(row: $0) }
        }
    }

    /// See `Catalog.documents(titlesBeginningWith:trashed:limit:)`. Reads what `titled` reads.
    public func documents(
        titlesBeginningWith text: String, trashed: Bool, limit: Int
    ) async throws -> [DocumentVersion] {
        let limit = Self.clamp(limit)
        return try await read { connection in
            let reader = CatalogReader(connection: connection)
            var rows: [Int64] = []
            for start in text.sortKeyBeginnings where rows.count < limit {
                // No character of a title comes behind the last one that there is.
                rows += try connection.rows(
                    Self.titlesBeginning, [trashed ? 1 : 0, start, start + "\u{10FFFF}", limit - rows.count]
                ) { try $0.integer(0) }
            }
            return try rows.compactMap { try reader.version(row: $0) }
        }
    }

    /// See `Catalog.count`. Reads the indexes alone.
    public func count(_ query: DocumentQuery, atMost limit: Int) async throws -> Int {
        var query = query
        query.sort = .newest
        let counted = query
        return try await read { try PeriodList(counted, connection: $0).page(limit: max(0, limit), after: nil).count }
    }
}

extension DocumentQuery {
    /// The query as one text, for cursors: without its period, which may be said as a time before now, and in which a cursor is a
    /// place as in the whole list.
    fileprivate var scope: String {
        let types = Set(types).map(\.rawValue).sorted().joined(separator: ",")
        let parts: [String?] = [
            types, school, shared.map(String.init), owner, search, String(trashed), sort.rawValue,
        ]
        return "documents" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
    }
}
