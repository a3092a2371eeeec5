internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// What all listings take.
enum ListingParameters {
    static let limit = Parameter.value(
        "limit", .integer(in: 1...200), standard: 50, shown: 50, "How many there are on a page at most.")
    static let after = Parameter<String?>.optional(
        "after", .text(maxLength: 2_000), "Where the page starts: `next` of a former page of the same query.")
    static let all = [limit.spec, after.spec]

    static let since = Parameter<Timestamp?>.optional(
        "since", .moment,
        "Only from then on: a day (`2026-03-08`) or time (`2026-03-08T02:30`) by the server's clock or with its zone, or for so "
            + "long (`7d`).")
    static let until = Parameter<Timestamp?>.optional(
        "until", .moment, "Only what was before then; a day begins at midnight.")
    static let period = [since.spec, until.spec]
    /// Of a list of what has a time.
    static let timed = period + all
}

extension RouteRequest {
    /// The time that a list is narrowed to.
    var period: TimePeriod {
        get throws {
            TimePeriod(since: try self[ListingParameters.since], until: try self[ListingParameters.until])
        }
    }

    /// The page that is asked for of a list that has the newest first, of what belongs to the period.
    ///
    /// - Parameter fetch: gives the page of at most so many behind a cursor, of the whole list.
    func page<Item: Sendable>(
        by time: (Item) -> Timestamp, _ fetch: (_ limit: Int, _ cursor: String?) async throws -> Page<Item>
    ) async throws -> Page<Item> {
        try await period.page(
            by: time, limit: try self[ListingParameters.limit], after: try self[ListingParameters.after], fetch)
    }
}

extension Answer {
    /// A page of a listing.
    static func page<Item>(
        _ name: String, _ page: Page<Item>, _ record: (Item) -> Record, _ rest: [(String, Value)] = []
    ) -> Answer {
        var answer: Record = [:]
        answer[name] = .list(page.items.map { .record(record($0)) })
        answer["next"] = Value(page.next)
        for (key, value) in rest { answer[key] = value }
        return .json(answer)
    }
}
