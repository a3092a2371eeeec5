internal import Documents
internal import SQL
internal import SQLStore

/// Lists by title. The search index has no such order, so there are three ways, and the first that is cheap is taken:
/// walk an index by name, when at most owner and types filter; sort what is found, when that is little; walk the index by
/// name and test each row, when what is found is much, and so frequent. A walk that meets too few (all of them may stand
/// at the end of the alphabet) is given up for sorting.
extension DocumentList {
    /// As many are found and sorted in a few milliseconds.
    static let fewEnoughToSort = 3_000
    /// As many rows are walked in a few milliseconds, when testing one is comparing columns.
    static let maxWalked = 15_000
    /// The same when testing one is asking the search index.
    static let maxProbed = 1_500

    private var isSearching: Bool {
        expression?.terms.contains { $0.hasPrefix("({title") } ?? false
    }

    /// Whether more filters than those that the indexes by name begin with.
    var isTested: Bool { isSearching || query.school != nil || query.shared != nil }

    func byName(_ expression: SearchExpression, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        guard isTested else { return try merged(limit: limit, after: cursor) }
        let found = try connection.first(Self.countUpTo, [expression.text, Self.fewEnoughToSort]) { try $0.integer(0) }
        if found == Int64(Self.fewEnoughToSort) {
            let page = try tested(limit: limit, after: cursor, budget: isSearching ? Self.maxProbed : Self.maxWalked)
            if page.count == limit { return page }
        }
        return try sorted(expression, limit: limit, after: cursor)
    }

    static let countUpTo = "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)"

    func sorted(_ expression: SearchExpression, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        try connection.rows(Self.sorted, [expression.text] + position(cursor) + [limit], entry)
    }

    static let sorted = """
        SELECT listing.title_key, listing.row
        FROM search CROSS JOIN listing ON listing.row = search.rowid
        WHERE search MATCH ? AND (listing.title_key, listing.age) > (?, ?)
        ORDER BY listing.title_key, listing.age LIMIT ?
        """

    /// The wanted types' lists, each from its part of an index, in one order.
    private func merged(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        if query.owner == nil, query.types.isEmpty {
            return try connection.rows(Self.walked, [query.trashed] + position(cursor) + [limit], entry)
        }
        var found: [ListCursor] = []
        for type in query.types.isEmpty ? Set(DocumentType.allCases) : Set(query.types) {
            let values: [any Bindable] = query.owner.map { [$0, type.rawValue] } ?? [type.rawValue]
            found += try connection.rows(
                Self.walked(byOwner: query.owner != nil), values + [query.trashed] + position(cursor) + [limit], entry)
        }
        found.sort { left, right in
            // In the order of bytes, as the database has it.
            let (a, b) = (left.title.utf8, right.title.utf8)
            return a.elementsEqual(b) ? left.row > right.row : a.lexicographicallyPrecedes(b)
        }
        return Array(found.prefix(limit))
    }

    static func walked(byOwner: Bool) -> String {
        """
        SELECT title_key, row FROM listing
        WHERE \(byOwner ? "owner = ? AND " : "")type = ? AND trashed = ? AND (title_key, age) > (?, ?)
        ORDER BY title_key, age LIMIT ?
        """
    }

    static let walked = """
        SELECT title_key, row, owner, type, shares, facets FROM listing
        WHERE trashed = ? AND (title_key, age) > (?, ?) ORDER BY title_key, age LIMIT ?
        """

    static func walkedOfOneType(byOwner: Bool) -> String {
        """
        SELECT title_key, row, owner, type, shares, facets FROM listing
        WHERE \(byOwner ? "owner = ? AND " : "")type = ? AND trashed = ? AND (title_key, age) > (?, ?)
        ORDER BY title_key, age LIMIT ?
        """
    }

    /// - Parameter budget: how many rows to look at.
    func tested(limit: Int, after cursor: ListCursor?, budget: Int) throws -> [ListCursor] {
        let types = Set(query.types).map(\.rawValue).sorted()
        let isOfOneType = types.count == 1
        var values: [any Bindable] = []
        if isOfOneType {
            if let owner = query.owner { values.append(owner) }
            values.append(types[0])
        }
        values += [query.trashed] + position(cursor) + [budget]
        var tests = ["1"]
        if !isOfOneType, let owner = query.owner {
            tests.append("owner = ?")
            values.append(owner)
        }
        if types.count > 1 {
            tests.append("type IN (\(types.map { _ in "?" }.joined(separator: ", ")))")
            values += types as [any Bindable]
        }
        if let shared = query.shared { tests.append(shared ? "shares > 0" : "shares = 0") }
        if let school = query.school {
            tests.append("instr(' ' || facets || ' ', ?) > 0")
            values.append(" \(Facet.school(school).word) ")
        }
        if isSearching, let expression {
            tests.append("EXISTS (SELECT 1 FROM search WHERE search MATCH ? AND search.rowid = walked.row)")
            values.append(expression.text)
        }
        let walked = isOfOneType ? Self.walkedOfOneType(byOwner: query.owner != nil) : Self.walked
        return try connection.rows(
            """
            SELECT title_key, row FROM (\(walked)) AS walked WHERE \(tests.joined(separator: " AND ")) LIMIT ?
            """, values + [limit], entry)
    }

    /// Titles are never empty, so an empty one stands before the first.
    private func position(_ cursor: ListCursor?) -> [any Bindable] {
        [cursor?.title ?? "", -(cursor?.row ?? Int64.max)]
    }

    private func entry(_ row: borrowing Row) throws -> ListCursor {
        ListCursor(row: try row.integer(1), title: try row.text(0))
    }
}
