import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

@Suite struct RetentionTests {
    private let test: TestStore

    init() async throws {
        test = try await TestStore()
    }

    /// Runs that ended at the seconds 10, 20 …, in the order of their ids.
    private func finish(_ ids: [String]) async throws {
        for (index, id) in ids.enumerated() {
            let run = try await test.start(id)
            try await test.finish(run, at: Int64(index + 1) * 10)
        }
    }

    private func left() async throws -> [String] {
        try await test.store.runs(RunQuery(), limit: 1_000, after: nil).items.map(\.id).reversed()
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    private func rows(_ table: String) throws -> Int64 {
        try test.look { try $0.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } ?? -1 }
    }

    @Test("finished runs go by age, oldest first, at most so many at a time")
    func age() async throws {
        try await finish(["01A", "01B", "01C", "01D"])
        try await test.start("01E")
        #expect(try await test.store.prunable(finishedBefore: time(40), keeping: nil) == 3)
        #expect(try await test.store.prune(finishedBefore: time(40), keeping: nil, limit: 2) == 2)
        #expect(try await left() == ["01C", "01D", "01E"])
        #expect(try await test.store.prune(finishedBefore: time(40), keeping: nil, limit: 2) == 1)
        #expect(try await test.store.prune(finishedBefore: time(40), keeping: nil, limit: 2) == 0)
        #expect(try await left() == ["01D", "01E"])
    }

    @Test("so many of the newest stay, whatever their age; both bounds hold together")
    func newest() async throws {
        try await finish(["01A", "01B", "01C", "01D", "01E"])
        #expect(try await test.store.prunable(finishedBefore: nil, keeping: 9) == 0)
        #expect(try await test.store.prune(finishedBefore: time(21), keeping: 2, limit: 9) == 2)
        #expect(try await left() == ["01C", "01D", "01E"])
        #expect(try await test.store.prunable(finishedBefore: time(99), keeping: 1) == 2)
        #expect(try await test.store.prune(finishedBefore: nil, keeping: 1, limit: 9) == 2)
        #expect(try await left() == ["01E"])
        #expect(try await test.store.prune(finishedBefore: nil, keeping: 0, limit: 9) == 1)
        #expect(try await left() == [])
    }

    @Test("of runs that ended at the same time, those with the highest ids count as newest")
    func ties() async throws {
        for id in ["01A", "01B", "01C"] { try await test.finish(try await test.start(id), at: 10) }
        #expect(try await test.store.prune(finishedBefore: nil, keeping: 2, limit: 9) == 1)
        #expect(try await left() == ["01B", "01C"])
        #expect(try await test.store.prunable(finishedBefore: time(10), keeping: nil) == 0)
    }

    @Test("all that is recorded of a run goes with it, and nothing of another")
    func everything() async throws {
        for id in ["01A", "01B"] {
            let run = try await test.start(id)
            let stage = StageRecord(position: 0, id: "s", uses: "u", startedAt: time(1))
            let item = StageRecord(position: 0, item: 3, id: "s", uses: "u", startedAt: time(1))
            let attempt = AttemptRecord(
                position: 0, number: 1, status: .failed, startedAt: time(1), durationMilliseconds: 1, error: nil)
            try await test.store.commit([
                .stage(run: id, stage), .stage(run: id, item), .attempt(run: id, attempt),
            ])
            try await test.transact { try $0.enqueue(OutboxTests.notification("n\(id)", run: id)) }
            try await test.finish(run, .rejected, at: 10, [.quarantined(QuarantineTests.entry("Q\(id)", run: id))])
            let claimed = try await test.store.claim(of: "coaches", at: time(20), limit: 9, lease: .seconds(5))
            let delivery = Delivery(state: .delivered, detail: "", at: time(20), durationMilliseconds: 1)
            try await test.store.finish(claimed.map { ($0, delivery) })
            #expect(try await test.store.resolve("Q\(id)", as: .discarded, to: nil))
        }
        let version = try await test.create(test.new(run: "01A"))
        #expect(try await test.store.prune(finishedBefore: nil, keeping: 1, limit: 9) == 1)
        for table in ["runs", "attempts", "notifications", "deliveries", "quarantine", "definitions"] {
            #expect(try rows(table) == 1, "\(table)")
        }
        #expect(try rows("stages") == 2)
        #expect(try await test.store.run("01B")?.notifications.count == 1)
        #expect(try await test.store.prune(finishedBefore: nil, keeping: nil, limit: 9) == 1)
        #expect(try rows("definitions") == 0 && rows("stages") == 0 && rows("deliveries") == 0)
        #expect(try await test.store.version(version.id).run == "01A", "a version stays")
        #expect(try await test.store.check() == [])
    }

    @Test("runs whose file is held or whose notification waits stay, and those behind them go")
    func kept() async throws {
        let held = try await test.start("01A")
        try await test.finish(held, .rejected, at: 10, [.quarantined(QuarantineTests.entry("Q1", run: "01A"))])
        let waiting = try await test.start("01B")
        try await test.transact { try $0.enqueue(OutboxTests.notification("n", run: "01B")) }
        try await test.finish(waiting, at: 20)
        try await test.finish(try await test.start("01C"), at: 30)
        #expect(try await test.store.prunable(finishedBefore: nil, keeping: nil) == 1)
        #expect(try await test.store.prune(finishedBefore: nil, keeping: nil, limit: 1) == 1)
        #expect(try await left() == ["01A", "01B"])
        #expect(try await test.store.prune(finishedBefore: nil, keeping: nil, limit: 1) == 0)
        #expect(try await test.store.resolve("Q1", as: .discarded, to: nil))
        #expect(try await test.store.prune(finishedBefore: nil, keeping: nil, limit: 1) == 1)
        #expect(try await left() == ["01B"])
    }
}
