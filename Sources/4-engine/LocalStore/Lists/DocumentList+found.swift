internal import SQL
internal import SQLStore

/// Rows that an expression finds, in their own order.
///
/// The index intersects the lists of its terms, and reads the whole of a long one to meet a few of its documents: 8 ns for
/// each of them, 80 ms for ten million. So terms that many documents have are left out at first, and asked of each row that
/// the others find, as long as that fills the page; when it does not, the rarest of them joins the others.
extension DocumentList {
    /// A term that one document in so many has is asked of each row.
    static let frequent = 1.0 / 16
    /// So many rows tell how many more have to be asked.
    static let trial = 64
    /// As many rows are asked in a few hundredths of a second.
    static let maxAsked = 2_000

    func found(
        _ expression: SearchExpression, isDescending: Bool, after row: Int64?, limit: Int
    ) throws -> [Int64] {
        var (leading, asked) = try divided(expression, isDescending: isDescending)
        var result: [Int64] = []
        var position = row
        // Asking is not to cost more than reading the lists would.
        let budget = min(max(Int(try frequencies.rows / 4_000), Self.trial), Self.maxAsked)
        while !asked.isEmpty {
            let candidates = try matching(
                expression.keeping(leading), isDescending: isDescending, after: position, limit: budget)
            let isAll = candidates.count < budget
            if isAll || limit - result.count < budget {
                let before = result.count
                for (index, candidate) in candidates.enumerated() {
                    let hits = result.count - before
                    if !isAll, index == Self.trial, (limit - before - hits) * index > (budget - index) * hits { break }
                    position = candidate
                    guard try holds(asked, of: candidate) else { continue }
                    result.append(candidate)
                    if result.count == limit { return result }
                }
                if isAll { return result }
            }
            leading.append(asked.removeFirst())
        }
        return try result
            + matching(expression, isDescending: isDescending, after: position, limit: limit - result.count)
    }

    /// The terms that few documents have, at least one, and the others, the rarer first.
    private func divided(
        _ expression: SearchExpression, isDescending: Bool
    ) throws -> (leading: [SearchTerm], asked: [SearchTerm]) {
        if expression.terms.count < 2 { return (expression.terms, []) }
        var (leading, asked): ([SearchTerm], [(term: SearchTerm, share: Double)]) = ([], [])
        for term in expression.terms {
            // A list that the index makes each time is not asked about a row.
            let share = term.isUnlisted ? 0 : try frequencies.share(of: term, isDescending: isDescending)
            if share < Self.frequent { leading.append(term) } else { asked.append((term, share)) }
        }
        asked.sort { $0.share < $1.share }
        if leading.isEmpty { leading.append(asked.removeFirst().term) }
        return (leading, asked.map(\.term))
    }

    private func matching(
        _ expression: SearchExpression, isDescending: Bool, after row: Int64?, limit: Int
    ) throws -> [Int64] {
        try connection.rows(
            Self.found(isDescending), [expression.text, row ?? (isDescending ? Int64.max : Int64.min), limit]
        ) { try $0.integer(0) }
    }

    static func found(_ isDescending: Bool) -> String {
        """
        SELECT rowid FROM search WHERE search MATCH ? AND rowid \(isDescending ? "<" : ">") ?
        ORDER BY rowid \(isDescending ? "DESC" : "ASC") LIMIT ?
        """
    }

    private func holds(_ terms: [SearchTerm], of row: Int64) throws -> Bool {
        let tests = terms.compactMap(\.test)
        if !tests.isEmpty {
            let sql = "SELECT 1 FROM listing WHERE row = ? AND \(tests.map(\.sql).joined(separator: " AND "))"
            let values: [any Bindable] = [row] + tests.flatMap(\.values)
            if try connection.first(sql, values, { _ in true }) == nil { return false }
        }
        // Each by itself: to find the first row that several have in common, the index reads their lists from the beginning.
        for word in terms where word.test == nil {
            if try connection.first(Self.hasWords, [word.text, row], { _ in true }) == nil { return false }
        }
        return true
    }

    static let hasWords = "SELECT 1 FROM search WHERE search MATCH ? AND rowid = ?"
}

/// Which share of the documents has a term, judged by those at one end of the list. Used by one thread.
final class TermFrequencies {
    private let connection: any SQLConnection
    private var known: [String: Double] = [:]
    private var ends: (oldest: Int64, newest: Int64)?
    /// So many documents with the term are looked at.
    static let sample = 128

    init(_ connection: any SQLConnection) {
        self.connection = connection
    }

    /// How many rows there are, or were and have gone.
    var rows: Int64 {
        get throws {
            let (oldest, newest) = try bounds()
            return newest - oldest + 1
        }
    }

    func share(of term: SearchTerm, isDescending: Bool) throws -> Double {
        if let known = known[term.text] { return known }
        let last = try connection.first(
            DocumentList.found(isDescending) + " OFFSET ?",
            [term.text, isDescending ? Int64.max : Int64.min, 1, Self.sample - 1]
        ) { try $0.integer(0) }
        var share = 0.0
        if let last {
            let (oldest, newest) = try bounds()
            share = Double(Self.sample) / Double(max(isDescending ? newest - last : last - oldest, 0) + 1)
        }
        known[term.text] = share
        return share
    }

    private func bounds() throws -> (oldest: Int64, newest: Int64) {
        if let ends { return ends }
        let oldest = try connection.first(Self.oldest) { try $0.integerOrNil(0) } ?? nil
        let newest = try connection.first(Self.newest) { try $0.integerOrNil(0) } ?? nil
        let found = (oldest: oldest ?? 0, newest: newest ?? 0)
        ends = found
        return found
    }

    static let newest = "SELECT max(row) FROM listing"
    static let oldest = "SELECT min(row) FROM listing"
}
