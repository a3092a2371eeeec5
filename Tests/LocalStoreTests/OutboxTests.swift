import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct OutboxTests {
    static func notification(_ id: String, run: String = "01A", at seconds: Int64 = 10) -> Pipelines.Notification {
        Pipelines.Notification(
            id: id, channel: "coaches", subject: "New \u{1F3A5}", body: nil, data: ["type": "resume", "version": 2],
            run: run, stage: "notify", createdAt: Timestamp(microseconds: seconds * 1_000_000))
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    private func delivery(_ state: Delivery.State, at seconds: Int64 = 20) -> Delivery {
        Delivery(state: state, detail: "204", at: time(seconds), durationMilliseconds: 1.5)
    }

    private func enqueue(_ notifications: [Pipelines.Notification], in test: TestStore) async throws {
        try await test.transact { transaction in
            for notification in notifications { try transaction.enqueue(notification) }
        }
    }

    @Test("due notifications are claimed oldest first, once, until their lease ends")
    func claim() async throws {
        let test = try await TestStore()
        let notes = [Self.notification("b", at: 11), Self.notification("a", at: 10), Self.notification("c", at: 99)]
        try await enqueue(notes, in: test)
        #expect(try await test.store.due().first?.at == time(10))
        let claimed = try await test.store.claim(of: "coaches", at: time(20), limit: 10, lease: .seconds(30))
        #expect(claimed.map(\.notification) == [notes[1], notes[0]])
        #expect(claimed.allSatisfy { $0.attempts == 0 && $0.lease == time(50) })
        #expect(try await test.store.claim(of: "coaches", at: time(49), limit: 10, lease: .seconds(30)) == [])
        #expect(try await test.store.due().first?.at == time(50))
        #expect(try await test.store.waiting() == 3)
        #expect(
            try await test.store.claim(of: "coaches", at: time(50), limit: 1, lease: .seconds(30)).map(
                \.notification.id) == ["b"])
    }

    @Test("the same notification queued again is one")
    func idempotent() async throws {
        let test = try await TestStore()
        try await enqueue([Self.notification("a"), Self.notification("a")], in: test)
        try await enqueue([Self.notification("a")], in: test)
        #expect(try await test.store.waiting() == 1)
    }

    @Test("tries are recorded: retried, then delivered, or given up")
    func finish() async throws {
        let test = try await TestStore()
        let run = try await test.start("01A")
        try await enqueue([Self.notification("a"), Self.notification("b", at: 11)], in: test)
        #expect(try await test.store.due().first?.at == nil, "what a run announces waits for its end")
        #expect(try await test.store.claim(of: "coaches", at: time(20), limit: 10, lease: .seconds(30)) == [])
        try await test.finish(run)
        let first = try await test.store.claim(of: "coaches", at: time(20), limit: 10, lease: .seconds(30))
        try await test.store.finish([(first[0], delivery(.retry(at: time(60))))])
        try await test.store.finish([(first[1], delivery(.givenUp))])
        #expect(try await test.store.due().first?.at == time(60))
        let second = try await test.store.claim(of: "coaches", at: time(60), limit: 10, lease: .seconds(30))
        #expect(second.map(\.attempts) == [1])
        try await test.store.finish([(second[0], delivery(.delivered, at: 61))])
        #expect(try await test.store.due().first?.at == nil)
        #expect(try await test.store.waiting() == 0)
        let records = try #require(try await test.store.run("01A")).notifications
        #expect(records.map(\.state) == [.delivered, .givenUp])
        #expect(records.map(\.nextAttemptAt) == [nil, nil])
        #expect(records[0].deliveries == [delivery(.retry(at: time(60))), delivery(.delivered, at: 61)])
        #expect(records[1].deliveries == [delivery(.givenUp)])
    }

    @Test("who lost the claim changes nothing any more")
    func lostLease() async throws {
        let test = try await TestStore()
        try await enqueue([Self.notification("a")], in: test)
        let slow = try await test.store.claim(of: "coaches", at: time(20), limit: 1, lease: .seconds(5))
        let quick = try await test.store.claim(of: "coaches", at: time(25), limit: 1, lease: .seconds(5))
        #expect(slow.count == 1 && quick.count == 1)
        try await test.store.finish([(slow[0], delivery(.givenUp))])
        #expect(try await test.store.waiting() == 1)
        try await test.store.finish([(quick[0], delivery(.delivered))])
        try await test.store.finish([(quick[0], delivery(.retry(at: time(99))))])
        #expect(try await test.store.waiting() == 0)
    }

    @Test("a claim that ended without an outcome makes the notification uncertain for good")
    func uncertain() async throws {
        let test = try await TestStore()
        try await enqueue([Self.notification("a"), Self.notification("b", at: 12)], in: test)
        let first = try await test.store.claim(of: "coaches", at: time(20), limit: 2, lease: .seconds(5))
        #expect(first.map(\.isUncertain) == [false, false])
        try await test.store.finish([(first[1], delivery(.retry(at: time(25))))])
        let second = try await test.store.claim(of: "coaches", at: time(25), limit: 2, lease: .seconds(5))
        #expect(second.map(\.notification.id).sorted() == ["a", "b"])
        #expect(second.map { $0.notification.id == "a" } == second.map(\.isUncertain))
        try await test.store.finish(second.map { ($0, delivery(.retry(at: time(40)))) })
        let third = try await test.store.claim(of: "coaches", at: time(40), limit: 2, lease: .seconds(5))
        #expect(third.map { $0.notification.id == "a" } == third.map(\.isUncertain))
    }

    @Test("what a process that is gone had claimed is due at once, and uncertain")
    func claimedByTheDead() async throws {
        let test = try await TestStore()
        let other = try await LocalStore.open(test.path)
        try await enqueue([Self.notification("a"), Self.notification("b")], in: test)
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

    @Test("two processes never claim the same notification at once")
    func twoProcesses() async throws {
        let test = try await TestStore()
        let other = try await LocalStore.open(test.path)
        try await enqueue((0..<100).map { Self.notification("n\($0)") }, in: test)
        let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
            for round in 0..<40 {
                let store = round % 2 == 0 ? test.store : other
                group.addTask {
                    try await store.claim(
                        of: "coaches", at: Timestamp(microseconds: 20_000_000), limit: 7, lease: .seconds(60)
                    )
                    .map(\.notification.id)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 100 && Set(claimed).count == 100)
        try await other.close()
    }
}
