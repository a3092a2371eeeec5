internal import Documents
internal import SQL
internal import SQLStore

/// Finds the rows of `listing` that a page shows, and the cursor of each.
///
/// Newest and oldest come straight from the search index, whose rowids are in that order; see `DocumentList+found.swift`.
/// By type and by shares are the same once for each type or number of shares. By name is an index of its own; see
/// `DocumentList+name.swift`. Whatever the order, what is little is found once and sorted.
struct DocumentList {
    let connection: any SQLConnection
    let query: DocumentQuery
    /// nil when nothing can match.
    let expression: SearchExpression?
    /// As many are found and sorted in a few milliseconds: 7 µs for each.
    var fewEnoughToSort = 2_500

    init(_ query: DocumentQuery, connection: any SQLConnection) throws {
        self.connection = connection
        self.query = query
        expression = try SearchExpression(query).map { try Self.finish($0, connection) }
    }

    func page(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        guard let expression else { return [] }
        switch query.sort {
        case .newest: return try rows(expression, isDescending: true, after: cursor?.row, limit: limit)
        case .oldest: return try rows(expression, isDescending: false, after: cursor?.row, limit: limit)
        case .name: return try byName(expression, limit: limit, after: cursor)
        case .type, .shares:
            if !expression.isAll, let few = try few(expression) {
                return try sorted(few, limit: limit, after: cursor)
            }
            return query.sort == .type
                ? try byType(expression, limit: limit, after: cursor)
                : try byShares(expression, limit: limit, after: cursor)
        }
    }

    /// Rows in their own order, `group` being noted in each cursor.
    private func rows(
        _ expression: SearchExpression, isDescending: Bool, after row: Int64?, limit: Int, group: Int64 = 0
    ) throws -> [ListCursor] {
        if expression.isAll {
            return try connection.rows(
                Self.listed(isDescending), [query.trashed, row ?? (isDescending ? Int64.max : Int64.min), limit]
            ) { ListCursor(row: try $0.integer(0), group: group) }
        }
        return try found(expression, isDescending: isDescending, after: row, limit: limit).map {
            ListCursor(row: $0, group: group)
        }
    }

    static func listed(_ isDescending: Bool) -> String {
        """
        SELECT row FROM listing WHERE trashed = ? AND row \(isDescending ? "<" : ">") ?
        ORDER BY row \(isDescending ? "DESC" : "ASC") LIMIT ?
        """
    }

    static let types = DocumentType.allCases.sorted { $0.rawValue < $1.rawValue }

    /// Types in alphabetical order.
    private func byType(
        _ expression: SearchExpression, limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor] {
        let groups = types(after: cursor)
        return try grouped(groups[...], areMany: true, expression, limit: limit, after: cursor, number: \.group) {
            .types($0.map(\.type))
        }
    }

    /// The types that a document may have which comes after one, with their places in the order.
    private func types(after cursor: ListCursor?) -> [(group: Int64, type: DocumentType)] {
        Self.types.enumerated().filter { query.types.isEmpty || query.types.contains($1) }
            .map { (group: Int64($0), type: $1) }.filter { $0.group >= cursor?.group ?? 0 }
    }

    private func byShares(
        _ expression: SearchExpression, limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor] {
        if expression.isAll { return try byShares(limit: limit, after: cursor) }
        let counts = try shareCounts(after: cursor)
        // What is shared is few among many that are not, or most of all: one question tells, in place of one for each number.
        // Of one number alone all found are of it: those with more, which the cursor has passed, are not asked for.
        let shared = counts.prefix { $0 > 0 }
        let first = try grouped(shared, areMany: false, expression, limit: limit, after: cursor, number: \.self) {
            $0.count > 1 && $0.count == shared.count ? .shared : .shares($0)
        }
        return try first
            + grouped(
                counts[shared.endIndex...], areMany: true, expression, limit: limit - first.count, after: cursor,
                number: \.self
            ) { .shares($0) }
    }

    /// With how many schools a document may be shared that comes after one, most first.
    private func shareCounts(after cursor: ListCursor?) throws -> [Int64] {
        var counts: [Int64] = []
        // Shared with none are the last of all: no need to look at the counts before.
        var most = query.shared == false ? 0 : cursor?.group ?? Int64.max
        while most >= 0,
            let count = try connection.first(Self.maxShares, [query.trashed, most], { try $0.integerOrNil(0) }) ?? nil
        {
            if count > 0 || query.shared != true { counts.append(count) }
            most = count - 1
        }
        return counts
    }

    /// One group after the other, each in its rows' own order. Groups that have few documents are found together.
    ///
    /// - Parameter areMany: whether it is known that the groups have many documents together.
    private func grouped<Group>(
        _ groups: ArraySlice<Group>, areMany: Bool, _ expression: SearchExpression, limit: Int,
        after cursor: ListCursor?,
        number: (Group) -> Int64, term: ([Group]) -> SearchTerm
    ) throws -> [ListCursor] {
        guard let first = groups.first, limit > 0 else { return [] }
        if groups.count == 1 {
            let group = number(first)
            return try rows(
                expression.adding(term([first])), isDescending: true,
                after: cursor?.group == group ? cursor?.row : nil, limit: limit, group: group)
        }
        if !expression.isAll, !areMany, let few = try few(expression.adding(term(Array(groups)))) {
            return try sorted(few, limit: limit, after: cursor)
        }
        let middle = groups.startIndex + groups.count / 2
        let result = try grouped(
            groups[..<middle], areMany: false, expression, limit: limit, after: cursor, number: number, term: term)
        return try result
            + grouped(
                groups[middle...], areMany: false, expression, limit: limit - result.count, after: cursor,
                number: number, term: term)
    }

    /// First the rest of those with as many shares as the last one shown, then those with fewer.
    private func byShares(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        var result: [ListCursor] = []
        if let cursor {
            result = try connection.rows(Self.asShared, [query.trashed, cursor.group, cursor.row, limit]) {
                ListCursor(row: try $0.integer(0), group: cursor.group)
            }
            if result.count == limit { return result }
        }
        return try result
            + connection.rows(Self.lessShared, [query.trashed, cursor?.group ?? Int64.max, limit - result.count]) {
                ListCursor(row: try $0.integer(1), group: try $0.integer(0))
            }
    }

    static let asShared = """
        SELECT row FROM listing WHERE trashed = ? AND shares = ? AND row < ? ORDER BY row DESC LIMIT ?
        """

    static let lessShared = """
        SELECT shares, row FROM listing WHERE trashed = ? AND shares < ? ORDER BY shares DESC, row DESC LIMIT ?
        """

    static let maxShares = "SELECT max(shares) FROM listing WHERE trashed = ? AND shares <= ?"
}
