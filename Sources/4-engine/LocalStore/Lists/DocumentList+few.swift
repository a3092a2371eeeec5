internal import Documents
internal import SQL
internal import SQLStore

/// Lists of few documents, by name, type or shares: all are found, and the database sorts them.
extension DocumentList {
    /// All rows that an expression finds; nil when they are many.
    func few(_ expression: SearchExpression) throws -> [Int64]? {
        let rows = try found(expression, isDescending: true, after: nil, limit: fewEnoughToSort)
        return rows.count < fewEnoughToSort ? rows : nil
    }

    func sorted(_ rows: [Int64], limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        if rows.isEmpty { return [] }
        let list = "[\(rows.map(String.init).joined(separator: ","))]"
        let age = -(cursor?.row ?? Int64.max)
        switch query.sort {
        case .newest, .oldest: preconditionFailure("found in this order")
        case .name: return try connection.rows(Self.fewByName, [list] + position(cursor) + [limit], entry)
        case .type:
            let type = cursor.flatMap { Self.types.indices.contains(Int($0.group)) ? Self.types[Int($0.group)] : nil }
            return try connection.rows(Self.fewByType, [list, type?.rawValue ?? "", age, limit]) { row in
                let name = try row.text(0)
                let group = Self.types.firstIndex { $0.rawValue == name } ?? Self.types.endIndex
                return ListCursor(row: try row.integer(1), group: Int64(group))
            }
        case .shares:
            return try connection.rows(Self.fewByShares, [list, -(cursor?.group ?? Int64.max), age, limit]) {
                ListCursor(row: try $0.integer(1), group: try $0.integer(0))
            }
        }
    }

    static let fewByName = few("title_key", by: "title_key")
    static let fewByType = few("type", by: "type")
    static let fewByShares = few("shares", by: "-shares")

    private static func few(_ column: String, by key: String) -> String {
        """
        SELECT \(column), row FROM listing WHERE row IN (SELECT value FROM json_each(?)) AND (\(key), age) > (?, ?)
        ORDER BY \(key), age LIMIT ?
        """
    }
}
