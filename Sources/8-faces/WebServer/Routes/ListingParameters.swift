internal import Documents
internal import Platform
internal import Representations

/// What all listings take.
enum ListingParameters {
    static let limit = Parameter.value(
        "limit", .integer(in: 1...200), standard: 50, shown: 50, "How many there are on a page at most.")
    static let after = Parameter<String?>.optional(
        "after", .text(maxLength: 2_000), "Where the page starts: `next` of a former page of the same query.")
    static let all = [limit.spec, after.spec]
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
