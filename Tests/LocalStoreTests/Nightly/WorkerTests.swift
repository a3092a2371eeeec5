@testable import CompassTesting
import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// Two stores on one file stand for two processes: locks, leases and numbers are each store's own.
@Suite struct WorkerTests {
    private let clock: TestClock
    private let test: TestStore
    private let other: LocalStore

    init() async throws {
        let clock = TestClock()
        self.clock = clock
        test = try await TestStore(clock: { clock.now() })
        other = try await LocalStore.open(test.path, now: { clock.now() })
    }

    private func workers() throws -> [Int64] {
        try test.look { try $0.rows("SELECT number FROM workers ORDER BY number") { try $0.integer(0) } }
    }

    private var stage: StageRecord {
        StageRecord(position: 0, id: "s", uses: "u", startedAt: Timestamp(microseconds: 7))
    }

    @Test("a process does not join before it works on a run")
    func lazy() async throws {
        #expect(try await test.store.takeOver(limit: 10) == [])
        #expect(try await test.store.renew() == [])
        #expect(try await test.store.cancellations() == [])
        try await test.store.release(["01A"])
        #expect(try await test.store.seize("01A") == false)
        #expect(try workers() == [])
        #expect(!Files.exists(test.folder.file("workers.lock")))
        try await test.start("01A")
        #expect(try workers() == [1])
        let lock = try FileStatus.of(test.folder.file("workers.lock"))
        #expect(lock.mode & 0o777 == 0o600 && lock.size == 0)
    }

    @Test("a process that takes runs over has a higher number, and one without runs leaves no row")
    func numbers() async throws {
        for id in ["01C", "01A", "01B"] { try await test.start(id) }
        try await test.store.close()
        #expect(try await other.takeOver(limit: 2) == ["01A", "01B"])
        #expect(try workers() == [2], "its last run is nobody's")
        for id in ["01A", "01B"] { try await test.finish(test.run(id), in: other) }
        try await other.close()
        #expect(try workers() == [])
    }

    @Test("a process that has lost its runs joins again with a higher number")
    func again() async throws {
        try await test.start("01A")
        clock.advance(by: 31)
        #expect(try await other.takeOver(limit: 10) == ["01A"])
        try await test.start("01B")
        #expect(try workers() == [2, 3])
    }

    @Test("a process whose joining was rolled back joins with its first run that starts")
    func rolledBack() async throws {
        struct Refused: Error {}
        let worker = test.store.process.worker
        await #expect(throws: Refused.self) {
            try await test.store.write { connection in
                _ = try worker.join(connection)
                throw Refused()
            }
        }
        #expect(try workers() == [])
        #expect(try await other.start(test.run("01A"), stages: [], limit: nil, key: nil) == .started)
        try await test.start("01B")
        #expect(try workers() == [2, 3], "the lock of the number that was not taken is held until then")
        #expect(try await other.takeOver(limit: 9) == [])
        #expect(try await test.store.takeOver(limit: 9) == [])
        try await test.store.commit([.stage(run: "01B", stage)])
        try await other.commit([.stage(run: "01A", stage)])
    }

    @Test("what a process that is gone had claimed is due at once, and uncertain")
    func claimedByTheDead() async throws {
        try await test.transact { transaction in
            for id in ["a", "b"] { try transaction.enqueue(StoreBench.notification(id)) }
        }
        #expect(try await other.claim(of: "coaches", at: time(20), limit: 1, lease: .seconds(1 << 40)).count == 1)
        #expect(try await test.store.takeOver(limit: 10) == [])
        #expect(
            try await test.store.claim(of: "coaches", at: time(21), limit: 9, lease: .seconds(1 << 40)).map(
                \.isUncertain) == [false])
        try other.process.end()
        #expect(try await test.store.takeOver(limit: 10) == [])
        let again = try await test.store.claim(of: "coaches", at: .now(), limit: 9, lease: .seconds(600))
        #expect(again.map(\.notification.id) == ["a"])
        #expect(again.map(\.isUncertain) == [true])
        #expect(try test.look { try $0.rows("SELECT number FROM workers") { try $0.integer(0) } } == [2])
        try await other.close()
    }

    @Test("a store tells that another one has written, and when nobody has")
    func changes() async throws {
        _ = try await test.store.hasChanged()
        #expect(try await test.store.hasChanged() == false)
        try await other.pin(definition: "h", pipeline: "p", source: "s")
        #expect(try await test.store.hasChanged())
        #expect(try await test.store.hasChanged() == false)
        try await other.pin(definition: "h2", pipeline: "p", source: "s")
        try await test.store.waitForChange(atMost: .seconds(600))
    }
}
