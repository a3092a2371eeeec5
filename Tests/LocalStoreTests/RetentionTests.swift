@testable import CompassTesting
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

    private func rows(_ table: String) throws -> Int64 {
        try test.look { try $0.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } ?? -1 }
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
            try await test.transact { try $0.enqueue(StoreBench.notification("n\(id)", run: id)) }
            try await test.finish(run, .rejected, at: 10, [.quarantined(StoreBench.quarantined("Q\(id)", run: id))])
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
        #expect(try rows("stage_log") == 1 && rows("stage_items") == 1)
        #expect(try await test.store.run("01B")?.notifications.count == 1)
        #expect(try await test.store.prune(finishedBefore: nil, keeping: nil, limit: 9) == 1)
        #expect(try rows("definitions") == 0 && rows("stage_log") == 0 && rows("stage_items") == 0 && rows("deliveries") == 0)
        #expect(try await test.store.version(version.id).run == "01A", "a version stays")
        #expect(try await test.store.check() == [])
    }
}
