public import Documents
internal import Platform
internal import SQLite

/// What batches run over.
extension LocalStore {
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

    static let sharedSchools = """
        SELECT id, name FROM schools WHERE id > ? AND EXISTS (
            SELECT 1 FROM shares WHERE shares.school = schools.id AND shared_at >= ? AND shared_at < ?)
        ORDER BY id LIMIT ?
        """
    static let sharesOfSchool = """
        SELECT series, shared_at FROM shares WHERE school = ? AND shared_at >= ? AND shared_at < ?
        ORDER BY shared_at, row LIMIT ?
        """
    static let shareCount = "SELECT count(*) FROM shares WHERE school = ? AND shared_at >= ? AND shared_at < ?"

    public func schools(
        sharedWith period: SharePeriod, limit: Int, after cursor: String?
    ) async throws -> Page<School> {
        let limit = Self.clamp(limit)
        let (since, until) = (period.since.microseconds, period.until.microseconds)
        let scope = "shared-schools\u{0}\(since)\u{0}\(until)"
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title } ?? ""
        return try await read { connection in
            let found = try connection.rows(Self.sharedSchools, [start, since, until, limit + 1]) {
                try School(storedID: $0.text(0), name: $0.text(1))
            }
            let next = found.count > limit ? ListCursor(row: 0, title: found[limit - 1].id).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func shares(
        with school: String, in period: SharePeriod, limit: Int
    ) async throws -> SharedDocuments {
        let limit = Self.clamp(limit)
        let (since, until) = (period.since.microseconds, period.until.microseconds)
        return try await read { connection in
            let rows = try connection.rows(Self.sharesOfSchool, [school, since, until, limit]) {
                (series: try $0.integer(0), at: Timestamp(microseconds: try $0.integer(1)))
            }
            let count = try connection.first(Self.shareCount, [school, since, until]) { try $0.integer(0) } ?? 0
            let reader = CatalogReader(connection: connection)
            let items = try rows.compactMap { row in
                try reader.current(ofSeries: row.series).map {
                    SharedDocuments.Item(version: $0, sharedAt: row.at)
                }
            }
            return SharedDocuments(items: items, count: Int(count))
        }
    }
}
