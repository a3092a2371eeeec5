internal import Documents
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
