public import Documents
public import Platform
internal import SQL

/// As `Catalog`, but for the list of documents, which is the backend's.
extension SQLDatabase {
    public func version(_ id: String) async throws -> DocumentVersion {
        try await read { try CatalogReader(connection: $0).find(id).version }
    }

    public func versions(ofSeriesOf id: String) async throws -> [DocumentVersion] {
        try await read { connection in
            let reader = CatalogReader(connection: connection)
            return try reader.versions(ofSeries: reader.find(id).seriesRow).map(\.version)
        }
    }

    public func versions(owner: String, type: DocumentType, title: String) async throws -> [DocumentVersion] {
        try await read { connection in
            let reader = CatalogReader(connection: connection)
            guard let row = try reader.series(joinedBy: owner, type.rawValue, title) else { return [] }
            return try reader.versions(ofSeries: row).map(\.version)
        }
    }

    public func sameBytes(as id: String) async throws -> Int? {
        try await read { connection in
            let reader = CatalogReader(connection: connection)
            return try reader.sameBytes(as: reader.find(id))
        }
    }

    public func formerTitles(of id: String) async throws -> [FormerTitle] {
        try await read { connection in
            let reader = CatalogReader(connection: connection)
            return try reader.formerTitles(ofSeries: reader.find(id).seriesRow)
        }
    }

    public func documents(formerlyTitled title: String, limit: Int) async throws -> [DocumentVersion] {
        try await read { try CatalogReader(connection: $0).documents(formerlyTitled: title, limit: limit) }
    }

    public func edit(_ id: String, _ change: MetadataChange) async throws -> DocumentVersion {
        try await apply { try $0.edit(id, change) }
    }

    public func restore(
        _ id: String, withShares: Bool
    ) async throws -> (version: DocumentVersion, shares: [ShareRecord]) {
        try await apply { try $0.restore(id, withShares: withShares) }
    }

    public func shares(of id: String) async throws -> [ShareRecord] {
        try await read { connection in
            let reader = CatalogReader(connection: connection)
            return try reader.shares(ofSeries: reader.find(id).seriesRow)
        }
    }

    public func endedShares(of id: String) async throws -> [ShareRecord] {
        try await read { connection in
            let reader = CatalogReader(connection: connection)
            return try reader.endedShares(ofSeries: reader.find(id).seriesRow)
        }
    }

    public func changeShares(
        _ id: String, adding added: [String], removing removed: [String], by name: String?
    ) async throws -> DocumentVersion {
        try await apply {
            if !removed.isEmpty { try $0.unshare(id, with: removed) }
            if !added.isEmpty { _ = try $0.share(id, with: added, run: nil, by: name) }
            return try $0.version(id)
        }
    }

    @discardableResult
    public func trash(_ id: String) async throws -> [ShareRecord] {
        try await apply { try $0.trash(id) }
    }

    public func trashDocument(of id: String) async throws -> [ShareRecord] {
        try await apply { try $0.trashDocument(of: id) }
    }

    public func trashVersion(_ id: String) async throws {
        try await apply { try $0.trashVersion(id) }
    }

    public func deleteDocument(of id: String, expecting versions: Set<String>?) async throws -> [DocumentVersion] {
        try await apply { try $0.deleteDocument(of: id, expecting: versions) }
    }

    public func deleteVersion(_ id: String) async throws -> DocumentVersion {
        try await apply { try $0.deleteVersion(id) }
    }

    public func deleteTrashed(_ id: String, since cutoff: Timestamp) async throws -> [DocumentVersion] {
        try await apply { try $0.deleteTrashed(id, since: cutoff) }
    }

    public func objectDeletions(limit: Int) async throws -> [String] {
        try await read { connection in
            try connection.rows("SELECT object_key FROM object_deletions ORDER BY row LIMIT ?", [limit]) {
                try $0.text(0)
            }
        }
    }

    public func finishObjectDeletions(_ keys: [String]) async throws {
        try await write { connection in
            for key in keys { try connection.execute("DELETE FROM object_deletions WHERE object_key = ?", [key]) }
        }
    }

    public func media(of objects: [String]) async throws -> [String: ObjectMedia] {
        try await read { try MediaTable(connection: $0).media(of: objects) }
    }

    public func statistics(owner: String?) async throws -> DocumentStatistics {
        try await read { connection in
            var (total, shared, bytes) = (0, 0, Int64(0))
            var counts: [DocumentType: Int] = [:]
            try connection.forEach(
                "SELECT type, documents, shared, bytes FROM totals WHERE scope = ?", [owner.map { "=\($0)" } ?? "*"]
            ) { row in
                let documents = Int(try row.integer(1))
                total += documents
                shared += Int(try row.integer(2))
                bytes += try row.integer(3)
                if let type = DocumentType(rawValue: try row.text(0)), documents > 0 { counts[type] = documents }
            }
            let most = counts.values.max()
            return DocumentStatistics(
                total: total, shared: shared,
                mostCommonType: DocumentType.allCases.first { counts[$0] != nil && counts[$0] == most },
                storageBytes: bytes)
        }
    }

    public func schools(limit: Int, after cursor: String?) async throws -> Page<School> {
        let limit = Self.clamp(limit)
        let start = try cursor.map { try ListCursor(text: $0, scope: "schools").title } ?? ""
        return try await read { connection in
            let found = try CatalogReader(connection: connection).schools(after: start, limit: limit + 1)
            let items = Array(found.prefix(limit))
            let next = items.last.map { ListCursor(row: 0, title: $0.id).text(scope: "schools") }
            return Page(items: items, next: found.count > limit ? next : nil)
        }
    }

    public func requireSchools(_ ids: [String]) async throws {
        try await read { try CatalogReader(connection: $0).requireSchools(ids) }
    }

    public func addSchools(_ schools: [School], replacing: Bool) async throws {
        try await apply { try $0.addSchools(schools, replacing: replacing) }
    }

    public func removeSchools(_ ids: [String]) async throws {
        try await apply { try $0.removeSchools(ids) }
    }

    private func apply<Result: Sendable>(
        _ body: @escaping @Sendable (CatalogWriter) throws -> Result
    ) async throws -> Result {
        try await write { try changeCatalog($0, body) }
    }
}
