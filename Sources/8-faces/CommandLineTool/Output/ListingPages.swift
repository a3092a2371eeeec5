internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// What of a list a command shows: a page, or with `--all` all of it, a page at a time.
extension CommandContext {
    /// So many are asked for at a time with `--all`, so that memory stays as it is however long the list.
    private static let pageSize = 1_000

    /// - Parameters:
    ///   - time: by which `--since` and `--until` tell what is shown of a list that has the newest first; nil: `fetch` sees
    ///     to that itself, or the list has no times.
    ///   - limit: the option that says how long a page is.
    ///   - fetch: gives the page of at most so many behind a cursor.
    ///   - show: is given each page, and whether it is the first. With `--all` none of them has a next one.
    func pages<Item: Sendable>(
        time: ((Item) -> Timestamp)? = nil, limit: CommandOption<Int> = ListingOptions.limit,
        _ fetch: (_ limit: Int, _ cursor: String?) async throws -> Page<Item>,
        show: (_ page: Page<Item>, _ isFirst: Bool) async throws -> Void
    ) async throws {
        let period = try time == nil ? TimePeriod() : self.period
        func part(_ limit: Int, _ cursor: String?) async throws -> Page<Item> {
            guard let time, !period.isAll else { return try await fetch(limit, cursor) }
            return try await period.page(by: time, limit: limit, after: cursor, fetch)
        }
        guard self[ListingOptions.everything] else {
            return try await show(try await part(self[limit], self[ListingOptions.after]), true)
        }
        var cursor = self[ListingOptions.after]
        var isFirst = true
        repeat {
            let page = try await part(Self.pageSize, cursor)
            // The last page of a list may have nothing on it.
            if isFirst || !page.items.isEmpty { try await show(Page(items: page.items, next: nil), isFirst) }
            (cursor, isFirst) = (page.next, false)
        } while cursor != nil
    }

    /// The same for a list that is short enough to be there as a whole: the number of those that were shown is as good a
    /// cursor as any.
    func pages<Item: Sendable>(
        of items: [Item], show: (_ page: Page<Item>, _ isFirst: Bool) async throws -> Void
    ) async throws {
        try await pages(
            { limit, cursor in
                guard let start = cursor.map(Int.init) ?? 0, start >= 0 else {
                    throw usageError("`--after` must be what a former page said, not `\(Printable.text(cursor ?? ""))`")
                }
                let next = start + limit < items.count ? String(start + limit) : nil
                return Page(items: Array(items.dropFirst(start).prefix(limit)), next: next)
            }, show: show)
    }

    /// The time that `--since` and `--until` name.
    ///
    /// - Throws: `Problem` when it cannot be read.
    var period: TimePeriod {
        get throws {
            let now = Timestamp.now()
            let since = try self[ListingOptions.since].map { try time($0, option: "since", now) }
            let until = try self[ListingOptions.until].map { try time($0, option: "until", now) }
            return TimePeriod(since: since, until: until)
        }
    }

    private func time(_ text: String, option: String, _ now: Timestamp) throws -> Timestamp {
        guard let time = LocalClock.time(reading: text, from: now) else {
            throw usageError("`--\(option)` must be \(LocalClock.expectation), not `\(Printable.text(text))`")
        }
        return time
    }
}
