public import Documents
internal import Platform
internal import SQL

/// As `CatalogReading`: what batches run over.
extension SQLDatabase {
    public func versions(
        _ query: VersionQuery, limit: Int, after cursor: String?
    ) async throws -> Page<DocumentVersion> {
        let limit = Self.clamp(limit)
        let scope = query.scope
        let start = try cursor.map { try ListCursor(text: $0, scope: scope) }
        return try await read { connection in
            let list = VersionList(query, connection: connection)
            // The cursor carries the end along, so that a batch whose runs make versions has one.
            let last = try start?.group ?? list.lastRow()
            let rows = try list.rows(after: start?.row ?? 0, through: last, limit: limit + 1)
            let reader = CatalogReader(connection: connection)
            let items = try rows.prefix(limit).compactMap { try reader.version(row: $0) }
            let next = rows.count > limit ? ListCursor(row: rows[limit - 1], group: last).text(scope: scope) : nil
            return Page(items: items, next: next)
        }
    }

    public func schools(
        sharedWith period: SharePeriod, limit: Int, after cursor: String?
    ) async throws -> Page<School> {
        let limit = Self.clamp(limit)
        let scope = "shared-schools\u{0}\(period.since.microseconds)\u{0}\(period.until.microseconds)"
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title } ?? ""
        return try await read { connection in
            let found = try ShareTable(connection: connection).schools(in: period, after: start, limit: limit + 1)
            let next = found.count > limit ? ListCursor(row: 0, title: found[limit - 1].id).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func shares(
        with school: String, in period: SharePeriod, limit: Int
    ) async throws -> SharedDocuments {
        let limit = Self.clamp(limit)
        return try await read { connection in
            let table = ShareTable(connection: connection)
            let shares = try table.shares(with: school, in: period, limit: limit)
            let count = try table.count(with: school, in: period)
            let reader = CatalogReader(connection: connection)
            let items = try shares.compactMap { share in
                try reader.current(ofSeries: share.series).map {
                    SharedDocuments.Item(version: $0, sharedAt: share.at)
                }
            }
            return SharedDocuments(items: items, count: count)
        }
    }
}
