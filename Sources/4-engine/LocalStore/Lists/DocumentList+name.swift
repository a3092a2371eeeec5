internal import Documents
internal import SQL
internal import SQLStore

/// Lists by title. The search index has no such order, so there are several ways, and the first that is cheap is taken: walk
/// an index by name, when at most owner and types filter; sort what is found, when that is little; walk the index by name
/// and test each row, when what is found is much, and so frequent; the same where titles begin with a searched word, and
/// sort what is found elsewhere. Only when all of them are given up is much sorted.
extension DocumentList {
    /// As many rows are walked in a few hundredths of a second.
    static let maxWalked = 15_000
    /// As many are found elsewhere and sorted in a few hundredths of a second.
    static let maxElsewhere = 15_000

    /// Whether more filters than those that the indexes by name begin with.
    var isTested: Bool { expression?.words.isEmpty == false || query.school != nil || query.shared != nil }

    func byName(_ expression: SearchExpression, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        guard isTested else { return try merged(limit: limit, after: cursor) }
        let newest = try found(expression, isDescending: true, after: nil, limit: fewEnoughToSort)
        guard newest.count == fewEnoughToSort, let last = newest.last, let first = newest.first else {
            return try sorted(newest, limit: limit, after: cursor)
        }
        // As many as there are when all are as close to each other as the newest. Sorting costs as many rows, walking as
        // many as stand beside those of the page.
        let rows = Double(try span)
        let count = Double(newest.count) * max(rows / Double(first - last + 1), 1)
        if count > Double(2 * Self.maxElsewhere) || count * count > Double(limit) * rows {
            if let page = try walked(limit: limit, after: cursor) { return page }
            if let page = try walkedWhereTitlesBegin(expression, limit: limit, after: cursor) { return page }
        }
        return try sorted(expression, limit: limit, after: cursor)
    }

    /// How many rows there are, or were and have gone.
    private var span: Int64 {
        get throws {
            let newest = try connection.first(Self.newest) { try $0.integerOrNil(0) } ?? nil
            let oldest = try connection.first(Self.oldest) { try $0.integerOrNil(0) } ?? nil
            return (newest ?? 0) - (oldest ?? 0) + 1
        }
    }

    static let newest = "SELECT max(row) FROM listing"
    static let oldest = "SELECT min(row) FROM listing"

    func sorted(_ expression: SearchExpression, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        try connection.rows(Self.sorted, [expression.text] + position(cursor) + [limit], entry)
    }

    static let sorted = """
        SELECT listing.title_key, listing.row
        FROM search CROSS JOIN listing ON listing.row = search.rowid
        WHERE search MATCH ? AND (listing.title_key, listing.age) > (?, ?)
        ORDER BY listing.title_key, listing.age LIMIT ?
        """

    /// The order of names.
    func precedes(_ left: ListCursor, _ right: ListCursor) -> Bool {
        // In the order of bytes, as the database has it.
        let (a, b) = (left.title.utf8, right.title.utf8)
        return a.elementsEqual(b) ? left.row > right.row : a.lexicographicallyPrecedes(b)
    }

    /// The wanted types' lists, each from its part of an index, in one order.
    private func merged(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        if query.owner == nil, query.types.isEmpty {
            return try connection.rows(Self.named, [query.trashed] + position(cursor) + [limit], entry)
        }
        var found: [ListCursor] = []
        for type in query.types.isEmpty ? Set(DocumentType.allCases) : Set(query.types) {
            let values: [any Bindable] = query.owner.map { [$0, type.rawValue] } ?? [type.rawValue]
            found += try connection.rows(
                Self.named(byOwner: query.owner != nil), values + [query.trashed] + position(cursor) + [limit], entry)
        }
        return Array(found.sorted(by: precedes).prefix(limit))
    }

    static func named(byOwner: Bool) -> String {
        """
        SELECT title_key, row FROM listing
        WHERE \(byOwner ? "owner = ? AND " : "")type = ? AND trashed = ? AND (title_key, age) > (?, ?)
        ORDER BY title_key, age LIMIT ?
        """
    }

    static let named = """
        SELECT title_key, row FROM listing
        WHERE trashed = ? AND (title_key, age) > (?, ?) ORDER BY title_key, age LIMIT ?
        """

    /// Titles are never empty, so an empty one stands before the first.
    func position(_ cursor: ListCursor?) -> [any Bindable] {
        [cursor?.title ?? "", -(cursor?.row ?? Int64.max)]
    }

    func entry(_ row: borrowing Row) throws -> ListCursor {
        ListCursor(row: try row.integer(1), title: try row.text(0))
    }
}
