internal import Documents
internal import SQL
internal import SQLStore

/// What blocks do not know, or not as it is now.
extension BlockList {
    /// The first of those behind the last block. Each term is asked for by itself: before the index gives the first row that
    /// several have in common, it looks for it from the beginning of its lists on.
    func behind(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        let sort = list.query.sort
        if sort == .newest, let cursor, cursor.row <= end { return [] }
        let count = Int(try list.frequencies.newestRow - end + 1)
        guard count > 0, let bits = try bitsBehind(count) else { return [] }
        var rows: [Int64] = []
        var position = 0
        while let bit = bits.nextBit(from: position, before: count) {
            rows.append(end + Int64(bit))
            position = bit + 1
        }
        switch sort {
        case .newest:
            return rows.reversed().drop { $0 >= cursor?.row ?? .max }.prefix(limit).map { ListCursor(row: $0) }
        case .oldest: return rows.drop { $0 <= cursor?.row ?? -1 }.prefix(limit).map { ListCursor(row: $0) }
        case .name, .type, .shares: return try sorted(rows, limit: limit, after: cursor)
        }
    }

    func sorted(_ rows: [Int64], limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        let order = Order(list.query.sort, after: cursor)
        let texts = "[" + rows.map { String($0) }.joined(separator: ",") + "]"
        return try list.connection.rows(Self.ordered(order), [texts] + order.position + [limit], order.entry)
    }

    private func bitsBehind(_ count: Int) throws -> [UInt64]? {
        var result: [UInt64]?
        for group in groups {
            let members = try members(of: group, behind: count)
            if result?.formIntersection(members) == false { return nil }
            result = result ?? members
        }
        guard var bits = result else { return nil }
        let trash = try members(of: [trashed], behind: count)
        if list.query.trashed { _ = bits.formIntersection(trash) } else { bits.subtract(trash) }
        return bits
    }

    private func members(of terms: [BlockTerm], behind count: Int) throws -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: (count + 63) / 64)
        for term in terms {
            try list.connection.forEach(Self.listedRows, [term.query, end, end + Int64(count)]) {
                bits.insert(bit: Int(try $0.integer(0) - end))
            }
        }
        return bits
    }

    static func ordered(_ order: Order) -> String {
        """
        SELECT \(order.column), listing.row FROM json_each(?) AS hits CROSS JOIN listing ON listing.row = hits.value
        WHERE \(order.condition) ORDER BY \(order.columns) LIMIT ?
        """
    }

    /// The first of the stale rows from one row on and before another.
    func stale(from first: Int64 = 0, below row: Int64 = .max, limit: Int, after cursor: ListCursor?) throws
        -> [ListCursor]
    {
        let order = Order(list.query.sort, after: cursor)
        let (tests, values) = tests()
        return try list.connection.rows(
            """
            SELECT \(order.column), listing.row FROM stale_rows CROSS JOIN listing ON listing.row = stale_rows.row
            WHERE stale_rows.row >= ? AND stale_rows.row < ? AND listing.trashed = ? AND \(order.condition)
                AND \(tests.joined(separator: " AND "))
            ORDER BY \(order.columns) LIMIT ?
            """, [first, min(row, end), list.query.trashed] + order.position + values + [limit], order.entry)
    }

    /// What holds of the rows of `listing` that the list shows, but for `trashed`; the cheap first.
    private func tests() -> (sql: [String], values: [any Bindable]) {
        var (sql, values): ([String], [any Bindable]) = (["1"], [])
        for test in expression.terms.compactMap(\.test) {
            sql.append(test.sql)
            values += test.values
        }
        // Asking the index about a row costs ten times as much as looking into its texts.
        let words = expression.words
        for (index, (word, term)) in zip(words, expression.terms.filter { $0.test == nil }).enumerated() {
            if word.utf8.allSatisfy({ $0 < 0x80 }) {
                // The last one may be unfinished.
                let end = index == words.count - 1 ? "*" : "[^a-z0-9]*"
                sql.append("CASE WHEN \(Self.isPlain) THEN \(Self.text) GLOB ? ELSE \(Self.hasWord) END")
                values += ["*[^a-z0-9]\(word.lowercased())\(end)", term.text] as [any Bindable]
            } else {
                sql.append(Self.hasWord)
                values.append(term.text)
            }
        }
        return (sql, values)
    }

    /// Whether words are runs of letters and digits without diacritics.
    private static let isPlain = """
        length(CAST(title AS BLOB)) = length(title)
            AND (description IS NULL OR length(CAST(description AS BLOB)) = length(description))
        """
    private static let text = "(' ' || lower(title) || ' ' || coalesce(lower(description), '') || ' ')"
    private static let hasWord = "EXISTS (SELECT 1 FROM search WHERE search MATCH ? AND search.rowid = listing.row)"

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
