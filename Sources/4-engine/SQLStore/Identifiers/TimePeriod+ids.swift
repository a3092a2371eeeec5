package import Documents
internal import Platform
internal import SQL

/// Lists whose ids begin with the time of their making, newest first, are narrowed by these: a part of the list that is
/// sought and ended by id.
extension TimePeriod {
    /// Where the list begins: what follows the cursor, or the first of the period.
    ///
    /// - Parameter id: the cursor's; nil: none.
    func newest(after id: String?) -> String? {
        guard let until else { return id }
        let end = Self.first(at: until)
        return id.map { min($0, end) } ?? end
    }

    /// All ids of the period: from the first on, and before the second.
    var ids: (first: String, end: String) {
        // Behind every ULID.
        (since.map(Self.first) ?? "", until.map(Self.first) ?? "~")
    }

    /// What belongs to the period of ids that come newest first from `newest` on.
    func part(of ids: [String]) -> [String] { part(of: ids, by: \.self) }

    /// The same of what has such ids.
    func part<Item>(of items: [Item], by id: (Item) -> String) -> [Item] {
        guard let since else { return items }
        let first = Self.first(at: since)
        return Array(items.prefix { id($0) >= first })
    }

    /// No ULID of that millisecond is less.
    private static func first(at time: Timestamp) -> String { Identifier.run(at: time, of: []) }
}

/// The rows of versions that were made in a period.
package struct PeriodRows: Sendable {
    /// None of it has another one.
    package let all: ClosedRange<Int64>
    /// Rows that have none of other times; nil: there are no such rows.
    let sure: ClosedRange<Int64>?
}

extension CatalogReader {
    static let before = "SELECT row FROM versions WHERE id < ? ORDER BY id DESC LIMIT 1"

    /// Rows and ids both follow the time, but for those that were written beside each other: so many, at most.
    private static let disorder: Int64 = 256

    /// Where in the table to look for the versions of a period.
    package func rows(madeIn period: TimePeriod) throws -> PeriodRows {
        let first = try period.since.map { try row(before: $0) + 1 } ?? 0
        let last = try period.until.map { try row(before: $0) } ?? .max
        let lower = period.since == nil ? (first, first) : (max(0, first - Self.disorder), first + Self.disorder)
        let upper = period.until == nil ? (last, last) : (last - Self.disorder, last + Self.disorder)
        return PeriodRows(
            all: lower.0...max(lower.0, upper.1), sure: lower.1 <= upper.0 ? lower.1...upper.0 : nil)
    }

    /// Whether the version of a row was made in a period, whose rows these are.
    package func isMade(_ row: Int64, in period: TimePeriod, _ rows: PeriodRows) throws -> Bool {
        guard rows.all.contains(row) else { return false }
        if rows.sure?.contains(row) == true { return true }
        let id = try connection.first("SELECT id FROM versions WHERE row = ?", [row]) { try $0.text(0) } ?? ""
        if let since = period.since, id < Self.first(at: since) { return false }
        if let until = period.until, id >= Self.first(at: until) { return false }
        return !id.isEmpty
    }

    private func row(before time: Timestamp) throws -> Int64 {
        try connection.first(Self.before, [Self.first(at: time)]) { try $0.integer(0) } ?? -1
    }

    /// No UUID of version 7 of that millisecond is less, and every one of an earlier one is.
    private static func first(at time: Timestamp) -> String {
        let digits = String(UInt64(max(0, time.milliseconds)) & 0xFFFF_FFFF_FFFF, radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.utf8.count) + digits
        return "\(padded.prefix(8))-\(padded.suffix(4))"
    }
}
