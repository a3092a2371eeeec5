import Documents
import Pipelines
import Platform
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct ScheduleStoreTests {
    private let test: TestStore

    init() async throws {
        test = try await TestStore()
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    private func slot(
        _ at: Int64, _ state: ScheduleSlot.State = .claimed, of pipeline: String = "p",
        schedule: String = "* * * * * UTC"
    ) -> ScheduleSlot {
        ScheduleSlot(
            pipeline: pipeline, schedule: schedule, at: time(at), state: state,
            run: state == .claimed ? "01R\(at)" : nil,
            isCaughtUp: at % 2 == 1, reason: state == .skipped ? "missed" : nil, others: Int(at % 7),
            decidedAt: time(at + 1), startsAt: state == .claimed ? time(at + 2) : nil)
    }

    @discardableResult
    private func decide(
        _ slots: [ScheduleSlot], from former: Int64?, through: Int64, of pipeline: String = "p",
        schedule: String = "* * * * * UTC"
    ) async throws -> [ScheduleSlot]? {
        try await test.store.decide(
            slots, pipeline: pipeline, schedule: schedule, from: former.map(time), through: time(through))
    }

    private func all(_ pipeline: String? = nil) async throws -> [ScheduleSlot] {
        try await test.store.slots(ofPipeline: pipeline, limit: 1_000, after: nil).items
    }

    @Test("slots and position are recorded together, and read as they were written")
    func decides() async throws {
        #expect(try await test.store.position(pipeline: "p", schedule: "* * * * * UTC") == nil)
        let slots = [slot(60), slot(121, .skipped), slot(180)]
        #expect(try await decide(slots, from: nil, through: 200) == slots)
        #expect(try await test.store.position(pipeline: "p", schedule: "* * * * * UTC") == time(200))
        #expect(try await all() == slots.reversed())
        #expect(try await test.store.claimed() == [slot(60), slot(180)])
    }

    @Test("nothing is recorded when somebody else has decided")
    func stale() async throws {
        try await decide([], from: nil, through: 100)
        #expect(try await decide([slot(60)], from: nil, through: 200) == nil)
        #expect(try await decide([slot(60)], from: 99, through: 200) == nil)
        #expect(try await all() == [])
        #expect(try await test.store.position(pipeline: "p", schedule: "* * * * * UTC") == time(100))
        #expect(try await decide([slot(160)], from: 100, through: 200) == [slot(160)])
    }

    @Test("C22: a slot that is on record is not claimed again, also when the position has gone back")
    func once() async throws {
        try await decide([slot(60), slot(120)], from: nil, through: 200)
        #expect(try await decide([], from: 200, through: 50) == [])
        var again = slot(120)
        again.run = "01X"
        #expect(try await decide([again, slot(180)], from: 50, through: 180) == [slot(180)])
        #expect(try await test.store.claimed().map(\.run) == ["01R60", "01R120", "01R180"])
    }

    @Test("C22: what was decided is there for the next process")
    func survives() async throws {
        try await decide([slot(60)], from: nil, through: 60)
        try await test.store.close()
        let store = try await LocalStore.open(test.path)
        #expect(try await store.claimed() == [slot(60)])
        #expect(try await store.position(pipeline: "p", schedule: "* * * * * UTC") == time(60))
        try await store.close()
    }

    @Test("a slot ends once")
    func finishes() async throws {
        try await decide([slot(60), slot(120)], from: nil, through: 200)
        var ended = slot(60)
        ended.state = .failed
        try await test.store.finish(ended)
        ended.state = .succeeded
        try await test.store.finish(ended)
        #expect(try await all().map(\.state) == [.claimed, .failed])
        var skipped = slot(120)
        (skipped.state, skipped.run, skipped.reason) = (.skipped, nil, "its schedule was removed")
        try await test.store.finish(skipped)
        let last = try #require(try await all().first)
        #expect((last.state, last.run, last.reason) == (.skipped, nil, "its schedule was removed"))
        #expect(try await test.store.claimed() == [])
    }

    @Test("lists go on behind the last slot of a page, of all pipelines and of one")
    func pages() async throws {
        for number in 1...7 {
            let pipeline = number % 2 == 0 ? "p" : "q"
            try await decide(
                [slot(Int64(number), of: pipeline, schedule: "\(number)")], from: nil, through: 9, of: pipeline,
                schedule: "\(number)")
        }
        for (pipeline, expected) in [(nil, [7, 6, 5, 4, 3, 2, 1]), ("p", [6, 4, 2]), ("none", [])]
            as [(String?, [Int64])]
        {
            var found: [Int64] = []
            var cursor: String?
            repeat {
                let page = try await test.store.slots(ofPipeline: pipeline, limit: 2, after: cursor)
                #expect(page.items.count <= 2)
                found += page.items.map { $0.at.microseconds / 1_000_000 }
                cursor = page.next
            } while cursor != nil
            #expect(found == expected)
        }
        let next = try #require(try await test.store.slots(ofPipeline: nil, limit: 2, after: nil).next)
        await #expect(throws: CatalogError.self) {
            try await test.store.slots(ofPipeline: "p", limit: 2, after: next)
        }
    }

    @Test("old slots go with old runs; the newest of each schedule and what is claimed stay")
    func retention() async throws {
        try await decide((1...9).map { slot($0 * 10, $0 == 2 ? .claimed : .skipped) }, from: nil, through: 90)
        try await decide([slot(10, .skipped, of: "q")], from: nil, through: 90, of: "q")
        #expect(try await test.store.prune(finishedBefore: time(52), keeping: nil, limit: 10) == 0)
        #expect(try await all("p").map { $0.at.microseconds / 1_000_000 } == [90, 80, 70, 60, 20])
        #expect(try await test.store.prune(finishedBefore: time(1_000), keeping: nil, limit: 10) == 0)
        #expect(try await all("p").map { $0.at.microseconds / 1_000_000 } == [90, 20])
        #expect(try await all("q").count == 1)
        #expect(try await test.store.prune(finishedBefore: nil, keeping: 0, limit: 10) == 0)
        #expect(try await all().count == 3)
    }
}
