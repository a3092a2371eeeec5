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
        let rows = try CatalogReader(connection: connection).rows(madeIn: period)
        var cursor = cursor
        switch list.query.sort {
        case .newest:
            if rows.all.upperBound < .max {
                cursor = ListCursor(row: min(cursor?.row ?? .max, rows.all.upperBound + 1))
            }
        case .oldest: cursor = ListCursor(row: max(cursor?.row ?? .min, rows.all.lowerBound - 1))
        case .name, .type, .shares: break
        }
        return try filtered(rows, limit: limit, after: cursor)
    }

    private func filtered(_ rows: PeriodRows, limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        let reader = CatalogReader(connection: connection)
        var (found, cursor, part): ([ListCursor], ListCursor?, Int) = ([], cursor, max(limit, 100))
        while found.count < limit {
            let next = try list.page(limit: part, after: cursor)
            for entry in next where found.count < limit {
                if try reader.isMade(entry.row, in: period, rows) { found.append(entry) }
            }
            guard next.count == part, let last = next.last, !isBeyond(last.row, rows) else { break }
            cursor = last
            part = min(part * 2, Self.maxPart)
        }
        return found
    }

    /// Whether nothing of the period comes after a row.
    private func isBeyond(_ row: Int64, _ rows: PeriodRows) -> Bool {
        switch list.query.sort {
        case .newest: row < rows.all.lowerBound
        case .oldest: row > rows.all.upperBound
        case .name, .type, .shares: false
        }
    }
}
