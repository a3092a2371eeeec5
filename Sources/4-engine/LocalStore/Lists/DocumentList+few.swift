internal import Documents
internal import SQL
internal import SQLStore

/// Lists of few documents, of whatever order: all are found, and sorted here.
extension DocumentList {
    /// As many are found and sorted in a few milliseconds.
    static let fewEnoughToSort = 2_000

    /// All rows that an expression finds; nil when they are many.
    func few(_ expression: SearchExpression) throws -> [Int64]? {
        let rows = try found(expression, isDescending: true, after: nil, limit: Self.fewEnoughToSort)
        return rows.count < Self.fewEnoughToSort ? rows : nil
    }

    func sorted(_ rows: [Int64], limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        var entries: [ListCursor] = []
        for row in rows {
            guard let entry = try entry(row: row) else { continue }
            if let cursor, !precedes(cursor, entry) { continue }
            entries.append(entry)
        }
        return Array(entries.sorted(by: precedes).prefix(limit))
    }

    static let title = "SELECT title_key FROM listing WHERE row = ?"
    static let type = "SELECT type FROM listing WHERE row = ?"
    static let shares = "SELECT shares FROM listing WHERE row = ?"

    private func entry(row: Int64) throws -> ListCursor? {
        switch query.sort {
        case .newest, .oldest: return ListCursor(row: row)
        case .name:
            return try connection.first(Self.title, [row]) { ListCursor(row: row, title: try $0.text(0)) }
        case .type:
            let type = try connection.first(Self.type, [row]) { try $0.text(0) }
            let group = Self.types.firstIndex { $0.rawValue == type }
            return group.map { ListCursor(row: row, group: Int64($0)) }
        case .shares:
            return try connection.first(Self.shares, [row]) { ListCursor(row: row, group: try $0.integer(0)) }
        }
    }

    /// The list's order.
    func precedes(_ left: ListCursor, _ right: ListCursor) -> Bool {
        switch query.sort {
        case .newest: return left.row > right.row
        case .oldest: return left.row < right.row
        case .type: return left.group == right.group ? left.row > right.row : left.group < right.group
        case .shares: return left.group == right.group ? left.row > right.row : left.group > right.group
        case .name:
            // In the order of bytes, as the database has it.
            let (a, b) = (left.title.utf8, right.title.utf8)
            return a.elementsEqual(b) ? left.row > right.row : a.lexicographicallyPrecedes(b)
        }
    }
}
