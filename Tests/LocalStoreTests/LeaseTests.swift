import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// Two stores on one file stand for two processes: locks, leases and numbers are each store's own.
@Suite struct LeaseTests {
    private let clock: TestClock
    private let test: TestStore
    private let other: LocalStore

    init() async throws {
        let clock = TestClock()
        self.clock = clock
        test = try await TestStore(clock: { clock.now() })
        other = try await LocalStore.open(test.path, now: { clock.now() })
    }

    private var stage: StageRecord {
        StageRecord(position: 0, id: "s", uses: "u", startedAt: Timestamp(microseconds: 7))
    }

    private func workers() throws -> [Int64] {
        try test.look { try $0.rows("SELECT number FROM workers ORDER BY number") { try $0.integer(0) } }
    }

    @Test("nobody takes the runs of a process that lives")
    func alive() async throws {
        try await test.start("01A")
        #expect(try await other.takeOver(limit: 10) == [])
        #expect(try await test.store.takeOver(limit: 10) == [], "nor does it take its own")
        clock.advance(by: 29)
        #expect(try await test.store.renew() == [])
        clock.advance(by: 29)
        #expect(try await other.takeOver(limit: 10) == [])
        #expect(try await other.unfinished() == 1)
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

    @Test("the runs of a process that is gone are taken over at once, oldest first, each once, and are suspects")
    func takenOver() async throws {
        for id in ["01C", "01A", "01B"] { try await test.start(id) }
        try await test.store.close()
        #expect(try await other.takeOver(limit: 2) == ["01A", "01B"])
        #expect(try workers() == [2], "its last run is nobody's")
        #expect(try await other.takeOver(limit: 2) == ["01C"])
        #expect(try await other.takeOver(limit: 2) == [])
        #expect(try workers() == [2])
        for id in ["01A", "01B", "01C"] {
            let run = try #require(try await other.run(id)?.run)
            #expect(run.crashes == 0 && run.isSuspect, "nobody knows which of them it was")
        }
        try await other.commit([.stage(run: "01A", stage)])
    }

    @Test("a death counts against the run that was on trial, and makes no suspects of those that waited")
    func trial() async throws {
        for id in ["01A", "01B"] { try await test.start(id) }
        try await test.store.beginTrial(of: "01B")
        try await test.store.endTrial(of: "01A")
        try await test.store.close()
        #expect(try await other.takeOver(limit: 1) == ["01A"], "the innocent one first")
        #expect(try await other.takeOver(limit: 1) == ["01B"])
        var runs = try await other.runs(RunQuery(), limit: 9, after: nil).items
        #expect(runs.map(\.id) == ["01B", "01A"])
        #expect(runs.map(\.crashes) == [1, 0] && runs.map(\.isSuspect) == [true, false])

        // A trial that is over says nothing, and one whose run has ended blames nobody.
        try await other.beginTrial(of: "01B")
        try await other.endTrial(of: "01B")
        try await other.close()
        let third = try await LocalStore.open(test.path, now: { [clock] in clock.now() })
        #expect(try await third.takeOver(limit: 9) == ["01A", "01B"])
        runs = try await third.runs(RunQuery(), limit: 9, after: nil).items
        #expect(runs.map(\.crashes) == [1, 0] && runs.map(\.isSuspect) == [true, true])
        try await third.beginTrial(of: "01B")
        try await test.finish(runs[0], in: third)
        try await third.close()
        let fourth = try await LocalStore.open(test.path, now: { [clock] in clock.now() })
        #expect(try await fourth.takeOver(limit: 9) == ["01A"])
        #expect(try await fourth.run("01A")?.run.crashes == 0)
    }

    @Test("a process that closes without runs leaves nothing behind")
    func leaving() async throws {
        try await test.finish(try await test.start("01A"))
        try await test.store.close()
        #expect(try workers() == [])
        #expect(try await other.takeOver(limit: 1) == [])
    }

    @Test("who let its lease run out loses its runs, and is fenced")
    func expired() async throws {
        try await test.start("01A")
        clock.advance(by: 31)
        #expect(try await other.takeOver(limit: 10) == ["01A"])
        await #expect(throws: FencedError(run: "01A")) {
            try await test.store.commit([.stage(run: "01A", self.stage)])
        }
        await #expect(throws: FencedError(run: "01A")) {
            try await test.store.transact({ _ in }, recording: { [.stage(run: "01A", self.stage)] })
        }
        let error = FencedError(run: "01A")
        #expect(
            "\(error)"
                == "Run 01A is another process's now, since this one had not renewed its lease in time.")
        #expect(try await test.store.run("01A")?.stages == [])
        #expect(try await test.store.renew() == [])
        try await test.start("01B")
        #expect(try workers() == [2, 3], "it has joined again, with a higher number")
        try await test.store.commit([.stage(run: "01B", stage)])
        try await other.commit([.stage(run: "01A", stage)])
        #expect(try await other.takeOver(limit: 10) == [])
    }

    @Test("a process that begins a run after a long pause is not taken for abandoned")
    func pause() async throws {
        let run = try await test.start("01A")
        try await test.finish(run)
        clock.advance(by: 1_000)
        try await test.start("01B")
        #expect(try await other.takeOver(limit: 10) == [])
    }

    @Test("a released run goes to the next that looks, and no crash is counted")
    func released() async throws {
        try await test.start("01A")
        try await test.store.release(["01A", "01B"])
        await #expect(throws: FencedError(run: "01A")) {
            try await test.store.commit([.stage(run: "01A", self.stage)])
        }
        #expect(try await other.takeOver(limit: 10) == ["01A"])
        #expect(try await other.run("01A")?.run.crashes == 0)
        try await other.close()
        #expect(try await test.store.takeOver(limit: 10) == ["01A"])
        #expect(try await test.store.run("01A")?.run.crashes == 1, "the next end was none of its own will")
    }

    @Test("who does not own a run cannot release it")
    func notReleased() async throws {
        try await test.start("01A")
        #expect(try await other.start(test.run("01B"), stages: [], limit: nil, key: nil) == .started)
        try await other.release(["01A"])
        try await test.store.commit([.stage(run: "01A", stage)])
    }

    @Test("a seized run is its owner's no more, and no crash is counted")
    func seized() async throws {
        let run = try await test.start("01A")
        #expect(try await other.seize("01A"))
        await #expect(throws: FencedError(run: "01A")) {
            try await test.store.commit([.stage(run: "01A", self.stage)])
        }
        var ended = run
        (ended.status, ended.finishedAt) = (.cancelled, Timestamp(microseconds: 9))
        try await other.commit([.runFinished(ended)])
        #expect(try await other.run("01A")?.run == ended)
        #expect(try await other.seize("01A") == false)
        #expect(try await other.seize("01B") == false)
    }

    @Test("a wish to cancel reaches the owner, and whoever takes the run over")
    func cancellation() async throws {
        let run = try await test.start("01A")
        try await test.start("01B")
        #expect(try await other.requestCancellation(of: "01A") == .requested)
        #expect(try await test.store.cancellations() == ["01A"])
        #expect(try await test.store.renew() == ["01A"])
        #expect(try await other.cancellations() == [])
        try await test.finish(run, .cancelled)
        #expect(try await other.requestCancellation(of: "01A") == .finished(.cancelled))
        #expect(try await other.requestCancellation(of: "01Z") == .unknown)
        #expect(try await test.store.cancellations() == [])
        try await test.store.close()
        #expect(try await other.requestCancellation(of: "01B") == .abandoned)
        #expect(try await other.takeOver(limit: 1) == ["01B"])
        #expect(try await other.renew() == ["01B"])
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

    @Test("many processes that look at the same time take each run once")
    func concurrentTakeOver() async throws {
        let ids = (0..<60).map { "01\(100 + $0)" }
        for id in ids { try await test.start(id) }
        try await test.store.close()
        var stores: [LocalStore] = []
        for _ in 0..<4 { stores.append(try await LocalStore.open(test.path)) }
        let taken = try await withThrowingTaskGroup(of: [String].self) { group in
            for store in stores {
                group.addTask {
                    var taken: [String] = []
                    while true {
                        let more = try await store.takeOver(limit: 7)
                        if more.isEmpty { return taken }
                        for id in more { try await store.commit([.stage(run: id, stage)]) }
                        taken += more
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == ids.count && Set(taken) == Set(ids))
        for store in stores { try await store.close() }
    }
}
