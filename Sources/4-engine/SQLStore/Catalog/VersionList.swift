public import Documents
internal import Platform
internal import SQL

/// The versions that match, by row: the order in which they were made. Each page seeks the row where the former one ended,
/// so that what is added, trashed or erased meanwhile moves nothing.
struct VersionList {
    private let query: VersionQuery
    private let connection: any SQLConnection

    static let lastRow = "SELECT coalesce(max(row), 0) FROM versions"

    init(_ query: VersionQuery, connection: any SQLConnection) {
        self.query = query
        self.connection = connection
    }

    /// - Parameters:
    ///   - row: those behind it.
    ///   - last: the last one that counts.
    func rows(after row: Int64, through last: Int64, limit: Int) throws -> [Int64] {
        let (sql, values) = Self.statement(query)
        let parameters: [any Bindable] = [row, last] + values + [limit]
        return try connection.rows(sql, parameters) { try $0.integer(0) }
    }

    /// The row of the version that is the newest now.
    func lastRow() throws -> Int64 {
        try connection.first(Self.lastRow) { try $0.integer(0) } ?? 0
    }

    /// The statement, and the values of its conditions, in order.
    static func statement(_ query: VersionQuery) -> (sql: String, values: [any Bindable]) {
        var conditions = ["versions.trashed_at IS NULL", "series.trashed_at IS NULL"]
        var values: [any Bindable] = []
        func add(_ condition: String, _ new: any Bindable...) {
            conditions.append(condition)
            values += new
        }
        if !query.types.isEmpty {
            let types = Set(query.types).map(\.rawValue).sorted()
            conditions.append("series.type IN (\(types.map { _ in "?" }.joined(separator: ", ")))")
            values += types.map { $0 as any Bindable }
        }
        if let owner = query.owner { add("series.owner = ?", owner) }
        if let school = query.school {
            add(
                "(series.school = ? OR EXISTS (SELECT 1 FROM shares WHERE shares.series = series.row AND school = ?))",
                school, school)
        }
        if let shared = query.shared {
            conditions.append(
                (shared ? "" : "NOT ") + "EXISTS (SELECT 1 FROM shares WHERE shares.series = series.row)")
        }
        if let time = query.madeBefore { add("versions.created_at < ?", time.microseconds) }
        if let time = query.madeSince { add("versions.created_at >= ?", time.microseconds) }
        if let current = query.current { add("versions.is_current = ?", current) }
        if let beyond = query.beyond {
            add(
                """
                (SELECT newer.row FROM versions AS newer WHERE newer.series = versions.series
                    AND newer.number > versions.number AND newer.trashed_at IS NULL LIMIT 1 OFFSET ?) IS NOT NULL
                """, beyond - 1)
        }
        let sql = """
            SELECT versions.row FROM versions CROSS JOIN series
            WHERE series.row = versions.series AND versions.row > ? AND versions.row <= ? AND \(conditions.joined(separator: " AND "))
            ORDER BY versions.row LIMIT ?
            """
        return (sql, values)
    }
}

extension VersionQuery {
    /// The query as one text, for cursors.
    var scope: String {
        let types = Set(types).map(\.rawValue).sorted().joined(separator: ",")
        let parts: [String?] = [
            types, owner, school, shared.map(String.init), madeBefore.map { "\($0.microseconds)" },
            madeSince.map { "\($0.microseconds)" }, current.map(String.init), beyond.map(String.init),
        ]
        return "versions" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
    }
}

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
