internal import Documents
internal import SQL
internal import SQLStore

/// Finds the rows of `listing` that a page shows, and the cursor of each.
///
/// Newest and oldest come straight from the search index, whose rowids are in that order; by type and by shares are the
/// same once for each type or number of shares. By name is an index of its own; see `DocumentList+name.swift`.
struct DocumentList {
    let connection: any SQLConnection
    let query: DocumentQuery
    /// nil when nothing can match.
    let expression: SearchExpression?

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
        case .type: return try byType(expression, limit: limit, after: cursor)
        case .shares: return try byShares(expression, limit: limit, after: cursor)
        }
    }

    /// Rows in their own order, `group` being noted in each cursor.
    private func rows(
        _ expression: SearchExpression, isDescending: Bool, after row: Int64?, limit: Int, group: Int64 = 0
    ) throws -> [ListCursor] {
        let sql = expression.isAll ? Self.listed(isDescending) : Self.found(isDescending)
        let scope: any Bindable = expression.isAll ? query.trashed : expression.text
        return try connection.rows(sql, [scope, row ?? (isDescending ? Int64.max : Int64.min), limit]) {
            ListCursor(row: try $0.integer(0), group: group)
        }
    }

    static func listed(_ isDescending: Bool) -> String {
        """
        SELECT row FROM listing WHERE trashed = ? AND row \(isDescending ? "<" : ">") ?
        ORDER BY row \(isDescending ? "DESC" : "ASC") LIMIT ?
        """
    }

    static func found(_ isDescending: Bool) -> String {
        """
        SELECT rowid FROM search WHERE search MATCH ? AND rowid \(isDescending ? "<" : ">") ?
        ORDER BY rowid \(isDescending ? "DESC" : "ASC") LIMIT ?
        """
    }

    /// Types in alphabetical order.
    private func byType(
        _ expression: SearchExpression, limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor] {
        var result: [ListCursor] = []
        let types = DocumentType.allCases.sorted { $0.rawValue < $1.rawValue }
        for (index, type) in types.enumerated() where result.count < limit {
            let group = Int64(index)
            if !query.types.isEmpty, !query.types.contains(type) { continue }
            if let cursor, group < cursor.group { continue }
            result += try rows(
                expression.adding(.type(type)), isDescending: true, after: cursor?.group == group ? cursor?.row : nil,
                limit: limit - result.count, group: group)
        }
        return result
    }

    private func byShares(
        _ expression: SearchExpression, limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor] {
        if expression.isAll { return try byShares(limit: limit, after: cursor) }
        var result: [ListCursor] = []
        var most = cursor?.group ?? Int64.max
        while result.count < limit {
            let next = try connection.first(Self.maxShares, [query.trashed, most]) { try $0.integerOrNil(0) } ?? nil
            guard let count = next else { break }
            if count == 0, query.shared == true { break }
            if count == 0 || query.shared != false {
                result += try rows(
                    expression.adding(.shares(count)), isDescending: true,
                    after: cursor?.group == count ? cursor?.row : nil, limit: limit - result.count, group: count)
            }
            if count == 0 { break }
            // Shared with none are the last of all: no need to look at the counts between.
            most = query.shared == false ? 0 : count - 1
        }
        return result
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

extension DocumentList {
    /// The longest beginning of a word that the search index has an index for.
    private static let longestIndexed = 4
    private static let maxWords = 40

    /// Puts the few words that begin with the unfinished one in its place.
    ///
    /// Beginnings that have no index of their own make FTS5 merge all their documents before it gives the first, 100 ms
    /// for a million; whole words are read as far as needed. Only ASCII words: only of these is it plain how the tokenizer
    /// folds them.
    static func finish(_ expression: SearchExpression, _ connection: any SQLConnection) throws -> SearchExpression {
        guard let word = expression.unfinished?.lowercased(), word.utf8.count > longestIndexed,
            word.utf8.allSatisfy({ $0 < 0x80 })
        else { return expression }
        var words: [String] = []
        // One seek for each: a control character stands between a word and those that go on after it.
        var start = word
        while let next = try connection.first(nextWord, [start], { try $0.text(0) }),
            next.utf8.starts(with: word.utf8)
        {
            words.append(next)
            if words.count > maxWords { return expression }
            start = next + "\u{1}"
        }
        return words.isEmpty ? expression : expression.finishing(with: words)
    }

    static let nextWord = "SELECT term FROM search_words WHERE term >= ? LIMIT 1"
}
