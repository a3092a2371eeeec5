internal import Documents
internal import SQL
internal import SQLStore

/// What blocks do not know, or not as it is now.
extension BlockList {
    /// The first of those behind the last block.
    func behind(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        if list.query.sort == .newest, let cursor, cursor.row <= end { return [] }
        let order = Order(list.query.sort, after: cursor)
        return try list.connection.rows(
            Self.behind(order), [expression.text, end] + order.position + [limit], order.entry)
    }

    static func behind(_ order: Order) -> String {
        """
        SELECT \(order.column), listing.row FROM search CROSS JOIN listing ON listing.row = search.rowid
        WHERE search MATCH ? AND search.rowid >= ? AND \(order.condition) ORDER BY \(order.columns) LIMIT ?
        """
    }

    /// The first of the stale rows from one row on and before another.
    func stale(from first: Int64 = 0, below row: Int64 = .max, limit: Int, after cursor: ListCursor?) throws
        -> [ListCursor]
    {
        let order = Order(list.query.sort, after: cursor)
        let (tests, values) = list.tests()
        return try list.connection.rows(
            """
            SELECT \(order.column), listing.row FROM stale_rows CROSS JOIN listing ON listing.row = stale_rows.row
            WHERE stale_rows.row >= ? AND stale_rows.row < ? AND listing.trashed = ? AND \(order.condition)
                AND \(tests.joined(separator: " AND "))
            ORDER BY \(order.columns) LIMIT ?
            """, [first, min(row, end), list.query.trashed] + order.position + values + [limit], order.entry)
    }

    /// A list's order in SQL.
    struct Order {
        /// What a cursor has besides the row.
        let column: String
        let columns: String
        /// What holds of rows behind a position.
        let condition: String
        let position: [any Bindable]
        private let sort: DocumentQuery.Sort

        init(_ sort: DocumentQuery.Sort, after cursor: ListCursor?) {
            self.sort = sort
            let age = cursor.map { -$0.row } ?? Int64.min
            switch sort {
            case .newest: (column, columns, position) = ("0", "listing.age", [age])
            case .oldest: (column, columns, position) = ("0", "listing.row", [cursor?.row ?? -1])
            case .name:
                (column, columns, position) = (
                    "listing.title_key", "listing.title_key, listing.age", [cursor?.title ?? "", age]
                )
            case .type:
                let type = cursor.flatMap { cursor in
                    DocumentList.types.enumerated().first { Int64($0.offset) == cursor.group }?.element.rawValue
                }
                (column, columns, position) = ("listing.type", "listing.type, listing.age", [type ?? "", age])
            case .shares:
                let shares = cursor.map { -$0.group } ?? Int64.min
                (column, columns, position) = ("listing.shares", "-listing.shares, listing.age", [shares, age])
            }
            condition = "(\(columns)) > (\(position.map { _ in "?" }.joined(separator: ", ")))"
        }

        func entry(_ row: borrowing Row) throws -> ListCursor {
            let number = try row.integer(1)
            switch sort {
            case .newest, .oldest: return ListCursor(row: number)
            case .name: return ListCursor(row: number, title: try row.text(0))
            case .type:
                let type = try row.text(0)
                let group = DocumentList.types.firstIndex { $0.rawValue == type }
                return ListCursor(row: number, group: Int64(group ?? DocumentList.types.endIndex))
            case .shares: return ListCursor(row: number, group: try row.integer(0))
            }
        }
    }
}
