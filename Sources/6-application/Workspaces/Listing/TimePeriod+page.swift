package import Documents
package import Platform

extension TimePeriod {
    /// What is newer than the period is passed over so many at a time.
    private static let stride = 1_000

    /// A page of what belongs to the period, of a list that has the newest first: what is newer is passed over, and what is older
    /// ends it.
    ///
    /// - Parameter fetch: gives the page of at most so many behind a cursor, of the whole list.
    package func page<Item: Sendable>(
        by time: (Item) -> Timestamp, limit: Int, after cursor: String?,
        _ fetch: (_ limit: Int, _ cursor: String?) async throws -> Page<Item>
    ) async throws -> Page<Item> {
        if isAll { return try await fetch(limit, cursor) }
        var (items, cursor): ([Item], String?) = ([], cursor)
        if let until, cursor == nil {
            while true {
                let page = try await fetch(Self.stride, cursor)
                guard let next = page.next, page.items.allSatisfy({ time($0) >= until }) else { break }
                cursor = next
            }
        }
        repeat {
            let page = try await fetch(limit - items.count, cursor)
            items += page.items.filter { contains(time($0)) }
            cursor = page.next
            if let since, page.items.contains(where: { time($0) < since }) { cursor = nil }
        } while items.count < limit && cursor != nil
        return Page(items: items, next: cursor)
    }
}
