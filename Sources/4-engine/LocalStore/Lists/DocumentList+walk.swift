internal import Documents
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
        let words = expression.words.map { $0.lowercased() }
        guard let last = words.last, words.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
        // Every title that begins with one of the words is walked over, so that only others need to be found.
        let beginnings =
            words.dropLast().map { SearchTerm.quoted(.beginning($0)) } + [SearchTerm.quoted(.beginning(last)) + " *"]
        let elsewhere = try connection.rows(
            Self.namesFound, [expression.text(without: beginnings), Self.maxElsewhere], entry)
        if elsewhere.count == Self.maxElsewhere { return nil }
        var results = [
            Walked(found: elsewhere.filter { found in cursor.map { precedes($0, found) } ?? true }, through: nil)
        ]
        let walks = Set(words).flatMap { word in
            let first = ListCursor(row: Int64.max, title: word)
            let start = cursor.map { precedes(first, $0) ? $0 : first } ?? first
            return parts.map { Walk(type: $0, start: start, end: word + "\u{10FFFF}") }
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

    /// - Parameter budget: how many rows to look at; less when testing one is costly.
    private func walk(_ walk: Walk, limit: Int, budget: Int) throws -> Walked {
        let isOfOwner = walk.type != nil && query.owner != nil
        var values: [any Bindable] = []
        if isOfOwner, let owner = query.owner { values.append(owner) }
        if let type = walk.type { values.append(type.rawValue) }
        values += [query.trashed] + position(walk.start)
        if let end = walk.end { values.append(end) }
        let rows = Self.walking(byOwner: isOfOwner, byType: walk.type != nil, hasEnd: walk.end != nil)
        let (tests, testValues, isProbing) = self.tests(isOfOwner: isOfOwner)
        let budget = max(isProbing ? budget * Self.maxProbed / Self.maxWalked : budget, 1)
        let found = try connection.rows(
            """
            SELECT title_key, row FROM (
                SELECT title_key, row, owner, shares, facets, description FROM \(rows) LIMIT ?) AS walked
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

    /// What holds of the rows that are wanted, the cheap first, and whether the index is asked about each row.
    private func tests(isOfOwner: Bool) -> (sql: [String], values: [any Bindable], isProbing: Bool) {
        var sql = ["1"]
        var values: [any Bindable] = []
        func add(_ term: SearchTerm) {
            guard let test = term.test else { return }
            sql.append(test.sql)
            values += test.values
        }
        if !isOfOwner, let owner = query.owner { add(.owner(owner)) }
        if let shared = query.shared { add(shared ? .shared : .shares([0])) }
        if let school = query.school { add(.school(school)) }
        guard let expression, !expression.words.isEmpty else { return (sql, values, false) }
        // Where all is ASCII, a word that the index knows of a text stands in it.
        let plain = expression.words.map { $0.lowercased() }.filter { $0.utf8.allSatisfy { $0 < 0x80 } }
        for word in plain {
            sql.append(Self.mayHave)
            values += [word, word] as [any Bindable]
        }
        // Each by itself: to find the first row that several have in common, the index reads their lists from the beginning.
        for term in expression.terms where term.test == nil {
            sql.append("EXISTS (SELECT 1 FROM search WHERE search MATCH ? AND search.rowid = walked.row)")
            values.append(term.text)
        }
        return (sql, values, plain.isEmpty)
    }

    private static let mayHave = """
        (instr(title_key, ?) > 0 OR instr(lower(description), ?) > 0
            OR length(CAST(title_key AS BLOB)) > length(title_key) OR length(CAST(description AS BLOB)) > length(description))
        """
}
