internal import Documents
internal import SQL
internal import SQLStore

/// A list of documents, narrowed to a period by the rows of their versions.
///
/// In the order of time it is a stretch of the list. In any other order the list is gone through, in parts that grow, until
/// the page is full.
struct PeriodList {
    private let list: DocumentList
    private let period: TimePeriod
    private let connection: any SQLConnection

    /// So much of a list is looked through at a time, at most.
    private static let maxPart = 10_000

    init(_ query: DocumentQuery, connection: any SQLConnection) throws {
        list = try DocumentList(query, connection: connection)
        (period, self.connection) = (query.made, connection)
    }

    /// As `DocumentList.page`.
    func page(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        if period.isAll { return try list.page(limit: limit, after: cursor) }
        guard let rows = try CatalogReader(connection: connection).rows(madeIn: period) else { return [] }
        switch list.query.sort {
        case .newest:
            let start = min(cursor?.row ?? .max, rows.upperBound == .max ? .max : rows.upperBound + 1)
            return Array(
                try list.page(limit: limit, after: ListCursor(row: start)).prefix { $0.row >= rows.lowerBound })
        case .oldest:
            let start = max(cursor?.row ?? .min, rows.lowerBound - 1)
            return Array(
                try list.page(limit: limit, after: ListCursor(row: start)).prefix { $0.row <= rows.upperBound })
        case .name, .type, .shares:
            return try filtered(rows, limit: limit, after: cursor)
        }
    }

    private func filtered(
        _ rows: ClosedRange<Int64>, limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor] {
        var (found, cursor, part): ([ListCursor], ListCursor?, Int) = ([], cursor, max(limit, 100))
        while found.count < limit {
            let next = try list.page(limit: part, after: cursor)
            found += next.filter { rows.contains($0.row) }.prefix(limit - found.count)
            guard next.count == part else { break }
            cursor = next.last
            part = min(part * 2, Self.maxPart)
        }
        return found
    }
}
