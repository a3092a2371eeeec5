import Documents
import Platform
import Synchronization
import Testing

@testable import Workspaces

/// Lists that have the newest first, narrowed to a time.
@Suite struct PeriodPageTests {
    /// A list of so many items, each a second older than the one before it, that counts how often it was asked.
    private final class Listing: Sendable {
        let count: Int
        let asked = Mutex(0)

        init(_ count: Int) { self.count = count }

        func page(_ limit: Int, _ cursor: String?) -> Page<Int> {
            asked.withLock { $0 += 1 }
            let start = cursor.flatMap { Int($0) } ?? 0
            let end = min(count, start + limit)
            return Page(items: Array(start..<end), next: end < count ? "\(end)" : nil)
        }

        /// All pages of a period.
        func all(in period: TimePeriod, limit: Int) async throws -> [[Int]] {
            var (pages, cursor): ([[Int]], String?) = ([], nil)
            repeat {
                let page = try await period.page(by: PeriodPageTests.time, limit: limit, after: cursor) {
                    self.page($0, $1)
                }
                pages.append(page.items)
                cursor = page.next
            } while cursor != nil
            return pages
        }
    }

    private static func time(_ item: Int) -> Timestamp { Timestamp(microseconds: Int64(10_000 - item) * 1_000_000) }

    @Test("pages of a period have all that belongs to it, once, and as much as they may")
    func pages() async throws {
        for (since, until) in [(nil, nil), (8_000, nil), (nil, 7_000), (6_000, 7_000), (9_999, 10_001), (1, 2)]
            as [(Int?, Int?)]
        {
            let period = TimePeriod(
                since: since.map { Timestamp(microseconds: Int64($0) * 1_000_000) },
                until: until.map { Timestamp(microseconds: Int64($0) * 1_000_000) })
            let pages = try await Listing(5_000).all(in: period, limit: 300)
            #expect(pages.flatMap(\.self) == (0..<5_000).filter { period.contains(Self.time($0)) }, "\(period)")
            #expect(pages.dropLast().allSatisfy { $0.count == 300 }, "\(period)")
        }
    }

    @Test("what is newer than a period is passed over in long steps, and what is older is not looked at")
    func steps() async throws {
        let listing = Listing(5_000)
        let period = TimePeriod(
            since: Timestamp(microseconds: 6_990_000_000), until: Timestamp(microseconds: 7_000_000_000))
        _ = try await period.page(by: Self.time, limit: 10, after: nil) { listing.page($0, $1) }
        #expect(listing.asked.withLock { $0 } < 10)
    }

    @Test("a time is a day or a time by the clock here, one with its zone, or for how long")
    func times() {
        let now = Timestamp(microseconds: 1_800_000_000_000_000)
        #expect(LocalClock.time(reading: "7d", from: now) == now.advanced(by: .seconds(-7 * 86_400)))
        let time = LocalClock.time(reading: "2026-03-08T07:30:00Z", from: now)
        #expect(time?.description == "2026-03-08T07:30:00.000Z")
        #expect(LocalClock.time(reading: "2026-03-08", from: now).map(LocalClock.text) == "2026-03-08 00:00:00")
        for text in ["", "yesterday", "2026-13-01", "7"] { #expect(LocalClock.time(reading: text, from: now) == nil) }
    }
}
