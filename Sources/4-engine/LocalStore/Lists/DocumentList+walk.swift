internal import Documents
internal import Platform
internal import SQL
internal import SQLStore

/// Walks through indexes by name that test each row.
extension DocumentList {
    /// A part of an index by name.
    struct Walk {
        /// nil: of all types, and owners.
        var type: DocumentType?
        var start: ListCursor?
        /// Titles that come before this; nil: to the end.
        var end: String?
    }

    /// What a walk has met, in order.
    struct Walked {
        var found: [ListCursor]
        /// How far it is known to be all; nil: to the end of the walk.
        var through: ListCursor?
    }

    /// nil when the walk was given up before the page was full.
    func walked(limit: Int, after cursor: ListCursor?, budget: Int = maxWalked) throws -> [ListCursor]? {
        let walks = parts.map { Walk(type: $0, start: cursor) }
        let results = try walks.map { try walk($0, limit: limit, budget: budget / walks.count) }
        return joined(results, limit: limit)
    }

    /// Words of a search tend to be the first of titles, which then stand together, far behind the beginning of the list.
    ///
    /// nil when the walk was given up before the page was full.
    func walkedWhereTitlesBegin(
        _ expression: SearchExpression, limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor]? {
        // Every title that begins with one of the words is walked over, so that only others need to be found. Of a number at the
        // end those are walked over that are as long: longer ones are found.
        let beginnings = expression.words.map { word in
            SearchTerm.quoted(.beginning(word.text.sortKeyBeginning)) + (word.isBeginning ? " *" : "")
        }
        let elsewhere = try connection.rows(
            Self.namesFound, [expression.text(without: beginnings), Self.maxElsewhere], entry)
        if elsewhere.count == Self.maxElsewhere { return nil }
        var results = [
            Walked(found: elsewhere.filter { found in cursor.map { precedes($0, found) } ?? true }, through: nil)
        ]
        let walks = Set(expression.words.map(\.text.sortKeyBeginning)).flatMap { key in
            let first = ListCursor(row: Int64.max, title: key)
            let start = cursor.map { precedes(first, $0) ? $0 : first } ?? first
            return parts.map { Walk(type: $0, start: start, end: key + "\u{10FFFF}") }
        }
        for walk in walks {
            results.append(try self.walk(walk, limit: limit, budget: Self.maxWalked / walks.count))
        }
        return joined(results, limit: limit)
    }

    static let namesFound = """
        SELECT listing.title_key, listing.row FROM search CROSS JOIN listing ON listing.row = search.rowid
        WHERE search MATCH ? LIMIT ?
        """

    /// Whole types where an index begins with them.
    private var parts: [DocumentType?] {
        if query.types.isEmpty { return query.owner == nil ? [nil] : DocumentType.allCases }
        return DocumentType.allCases.filter(query.types.contains)
    }

    /// The beginning of what all of them have met; nil when too little of it is known to be all.
    private func joined(_ walks: [Walked], limit: Int) -> [ListCursor]? {
        let through = walks.compactMap(\.through).min(by: precedes)
        var rows: Set<Int64> = []
        let found = walks.flatMap(\.found).filter { found in
            (through.map { !precedes($0, found) } ?? true) && rows.insert(found.row).inserted
        }
        if through != nil, found.count < limit { return nil }
        return Array(found.sorted(by: precedes).prefix(limit))
    }

    /// - Parameter budget: how many rows to look at.
    private func walk(_ walk: Walk, limit: Int, budget: Int) throws -> Walked {
        let isOfOwner = walk.type != nil && query.owner != nil
        var values: [any Bindable] = []
        if isOfOwner, let owner = query.owner { values.append(owner) }
        if let type = walk.type { values.append(type.rawValue) }
        values += [query.trashed] + position(walk.start)
        if let end = walk.end { values.append(end) }
        let rows = Self.walking(byOwner: isOfOwner, byType: walk.type != nil, hasEnd: walk.end != nil)
        let (tests, testValues) = self.tests(isOfOwner: isOfOwner)
        let budget = max(budget, 1)
        let found = try connection.rows(
            """
            SELECT title_key, row FROM (
                SELECT title_key, row, owner, shares, facets, words FROM \(rows) LIMIT ?) AS walked
            WHERE \(tests.joined(separator: " AND ")) LIMIT ?
            """, values + [budget] + testValues + [limit], entry)
        if found.count == limit { return Walked(found: found, through: found.last) }
        let last = try connection.first(
            "SELECT title_key, row FROM \(rows) LIMIT 1 OFFSET ?", values + [budget - 1], entry)
        return Walked(found: found, through: last)
    }

    static func walking(byOwner: Bool, byType: Bool, hasEnd: Bool) -> String {
        """
        listing WHERE \(byOwner ? "owner = ? AND " : "")\(byType ? "type = ? AND " : "")trashed = ?
            AND (title_key, age) > (?, ?)\(hasEnd ? " AND title_key < ?" : "") ORDER BY title_key, age
        """
    }

    /// What holds of the rows that are wanted, the cheap first.
    private func tests(isOfOwner: Bool) -> (sql: [String], values: [any Bindable]) {
        var terms: [SearchTerm] = []
        if !isOfOwner, let owner = query.owner { terms.append(.owner(owner)) }
        if let shared = query.shared { terms.append(shared ? .shared : .shares([0])) }
        if let school = query.school { terms.append(.school(school)) }
        terms += (expression?.words ?? []).map(SearchTerm.word)
        return (["1"] + terms.map(\.test.sql), terms.flatMap(\.test.values))
    }
}
