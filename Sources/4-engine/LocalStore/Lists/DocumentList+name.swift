internal import Documents
internal import SQLite

/// Lists by title. The search index has no such order, so there are three ways, and the first that is cheap is taken:
/// walk the index by name, when nothing but the owner filters; sort what is found, when that is little; walk the index by
/// name and test each row, when what is found is much, and so frequent. A walk that meets too few (all of them may stand
/// at the end of the alphabet) is given up for sorting.
extension DocumentList {
    /// As many are found and sorted in a few milliseconds.
    static let fewEnoughToSort = 3_000
    /// As many rows are walked in a few milliseconds, when testing one is comparing columns.
    static let mostWalked = 15_000
    /// The same when testing one is asking the search index.
    static let mostProbed = 1_500

    private var isSearching: Bool {
        expression?.terms.contains { $0.hasPrefix("({title") } ?? false
    }

    var isFilteredByMoreThanOwner: Bool {
        isSearching || !query.types.isEmpty || query.school != nil || query.shared != nil
    }

    func byName(_ expression: SearchExpression, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        guard isFilteredByMoreThanOwner else { return try walk(limit: limit, after: cursor, budget: nil) }
        let found = try connection.first(Self.countUpTo, [expression.text, Self.fewEnoughToSort]) { try $0.integer(0) }
        if found == Int64(Self.fewEnoughToSort) {
            let page = try walk(
                limit: limit, after: cursor, budget: isSearching ? Self.mostProbed : Self.mostWalked)
            if page.count == limit { return page }
        }
        return try sorted(expression, limit: limit, after: cursor)
    }

    static let countUpTo = "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)"

    func sorted(_ expression: SearchExpression, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        let title = cursor?.title ?? ""
        return try connection.rows(Self.sorted, [expression.text, title, -(cursor?.row ?? Int64.max), limit], entry)
    }

    /// Titles are never empty, so an empty one stands before the first.
    static let sorted = """
        SELECT listing.title_key, listing.row
        FROM search CROSS JOIN listing ON listing.row = search.rowid
        WHERE search MATCH ? AND (listing.title_key, listing.age) > (?, ?)
        ORDER BY listing.title_key, listing.age LIMIT ?
        """

    /// - Parameter budget: how many rows to look at; nil: no other filters apply, so all that are met count.
    func walk(limit: Int, after cursor: ListCursor?, budget: Int?) throws -> [ListCursor] {
        var values: [any Bindable] = []
        if let owner = query.owner { values.append(owner) }
        values += [query.trashed, cursor?.title ?? "", -(cursor?.row ?? Int64.max)] as [any Bindable]
        let walked = Self.walked(byOwner: query.owner != nil)
        guard let budget else { return try connection.rows(walked, values + [limit], entry) }
        values.append(budget)
        var tests: [String] = []
        let types = Set(query.types).map(\.rawValue).sorted()
        if !types.isEmpty {
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
        values.append(limit)
        return try connection.rows(
            "SELECT title_key, row FROM (\(walked)) AS walked WHERE \(tests.joined(separator: " AND ")) LIMIT ?",
            values,
            entry)
    }

    static func walked(byOwner: Bool) -> String {
        """
        SELECT title_key, row, type, shares, facets FROM listing
        WHERE \(byOwner ? "owner = ? AND " : "")trashed = ? AND (title_key, age) > (?, ?)
        ORDER BY title_key, age LIMIT ?
        """
    }

    private func entry(_ row: borrowing Row) throws -> ListCursor {
        ListCursor(row: try row.integer(1), title: try row.text(0))
    }
}
