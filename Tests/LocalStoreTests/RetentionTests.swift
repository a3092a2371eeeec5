@testable import CompassTesting
import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Synchronization
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct RetentionTests {
    private let test: TestStore

    init() async throws {
        test = try await TestStore()
    }

    /// Lets a transaction take three pieces of work, by a clock that goes on by one at each look.
    private func pace(_ pause: @escaping @Sendable () async throws -> Void) -> WritingPace {
        let time = Atomic(0)
        return WritingPace(
            hold: .milliseconds(3),
            clock: { .milliseconds(time.add(1, ordering: .relaxed).newValue) }, pause: pause)
    }

    private func finish(_ count: Int) async throws {
        for number in 0..<count {
            try await test.finish(try await test.start("01-\(100 + number)"), at: Int64(10 + number))
        }
    }

    @Test("pruning goes in short transactions, between which a process that cannot wait writes")
    func shortTransactions() async throws {
        try await finish(20)
        // Fails at once when it finds the database locked.
        let other = try await LocalStore.open(test.path, busyTimeout: .zero)
        let pauses = Atomic(0)
        let before = test.store.writer.counts.commits
        let count = try await test.store.prune(
            finishedBefore: nil, keeping: nil, limit: 20,
            pace: pace {
                let number = pauses.add(1, ordering: .relaxed).newValue
                try await other.pin(definition: "other-\(number)", pipeline: "p", source: "name: p")
                _ = try await other.start(test.run("02-\(number)"), stages: [], limit: nil, key: nil)
            })
        #expect(count == 20)
        #expect(pauses.load(ordering: .relaxed) == 6, "20 runs, three at a time")
        #expect(test.store.writer.counts.commits - before == 7)
        #expect(try await other.runs(RunQuery(), limit: 99, after: nil).items.count == 6, "those of the other process")
        try await other.close()
    }

    @Test("pruning that is interrupted keeps what it has done, and the next one does the rest")
    func interrupted() async throws {
        try await finish(20)
        let pauses = Atomic(0)
        await #expect(throws: CancellationError.self) {
            try await test.store.prune(
                finishedBefore: nil, keeping: nil, limit: 20,
                pace: pace {
                    if pauses.add(1, ordering: .relaxed).newValue == 2 { throw CancellationError() }
                })
        }
        #expect(try rows("runs") == 14)
        #expect(try await test.store.check() == [])
        #expect(try await test.store.prune(finishedBefore: nil, keeping: nil, limit: 20) == 14)
        #expect(try rows("runs") == 0 && rows("definitions") == 0)
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
        #expect(
            try rows("definitions") == 0 && rows("stage_log") == 0 && rows("stage_items") == 0
                && rows("deliveries") == 0)
        #expect(try await test.store.version(version.id).run == "01A", "a version stays")
        #expect(try await test.store.check() == [])
    }
}
