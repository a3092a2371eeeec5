import Accounts
import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Testing

@testable import Workspaces

/// Notifications that several ask for once more.
@Suite struct RedeliveryTests {
    private let test: TestWorkspace
    private let id: String

    /// A workspace with a notification that was delivered.
    init() async throws {
        test = try await TestWorkspace([
            "announce": """
            version: 1
            name: announce
            stages:
              - uses: notify
                with: { channel: log, subject: Hello }

            """
        ])
        _ = try await test.run([RunRequest(file: nil)], of: test.pipeline("announce"))
        let all = try await test.workspace.outbox.notifications(NotificationQuery(), limit: 10, after: nil).items
        id = try #require(all.first?.notification.id)
        #expect(all.map(\.state) == [.delivered] && all[0].deliveries.count == 1)
    }

    /// As another process does it.
    private func claim() async throws -> ClaimedNotification {
        let claims = try await test.workspace.outbox.claim(of: "log", at: .now(), limit: 1, lease: .seconds(60))
        return try #require(claims.first)
    }

    private func finish(_ claim: ClaimedNotification) async throws {
        let delivery = Delivery(state: .delivered, detail: "by another", at: .now(), durationMilliseconds: 1)
        try await test.workspace.outbox.finish([(claim, delivery)])
    }

    @Test("one that another process is delivering is not sent again: what comes of that is told")
    func another() async throws {
        #expect(try await test.workspace.outbox.redeliver(id, at: .now()))
        let claim = try await claim()
        let redelivery = try await Redelivery(of: [id], in: test.workspace)
        async let told = redelivery.deliver(asking: Actor.account("kim"))
        var asked: AuditEntry?
        repeat {
            asked = try await test.workspace.accounts.entries(AuditQuery(), limit: 1, after: nil).items.first
        } while asked?.outcome != .refused
        try await finish(claim)
        let records = try await told
        #expect(records.map(\.state) == [.delivered] && records.map(\.isUnderWay) == [false])
        #expect(records[0].deliveries.count == 2 && records[0].deliveries.last?.detail == "by another")
    }

    @Test("one that another process takes first is told as under way, and once that has ended as what came of it")
    func takenFirst() async throws {
        let redelivery = try await Redelivery(of: [id], in: test.workspace)
        try await redelivery.queue(asking: Actor.account("kim"))
        let claim = try await claim()
        var waits: [Duration] = []
        let early = try await redelivery.delivered(within: .milliseconds(1)) { waits.append($0) }
        #expect(waits.count <= 1 && waits.allSatisfy { $0 <= .milliseconds(1) })
        #expect(early.map(\.state) == [.waiting] && early.map(\.isUnderWay) == [true])
        #expect(early[0].nextAttemptAt == nil)
        async let told = redelivery.delivered(within: .seconds(60))
        try await finish(claim)
        let records = try await told
        #expect(records.map(\.state) == [.delivered])
        #expect(records[0].deliveries.map(\.detail).last == "by another" && records[0].deliveries.count == 2)
    }

    @Test("one that somebody else asks for while another is waited for is delivered before it is told of")
    func askedForAgain() async throws {
        _ = try await test.run([RunRequest(file: nil)], of: test.pipeline("announce"))
        let all = try await test.workspace.outbox.notifications(NotificationQuery(), limit: 10, after: nil).items
        let other = try #require(all.map(\.notification.id).first { $0 != id })
        #expect(try await test.workspace.outbox.redeliver(other, at: .now()))
        let claim = try await claim()
        let redelivery = try await Redelivery(of: [other, id], in: test.workspace)
        let (waits, waiting) = AsyncStream.makeStream(of: Duration.self)
        async let told = redelivery.delivered(within: .seconds(60)) { waiting.yield($0) }
        var wait = waits.makeAsyncIterator()
        _ = await wait.next()
        #expect(try await test.workspace.outbox.redeliver(id, at: .now()))
        try await finish(claim)
        let records = try await told
        #expect(records.map(\.state) == [.delivered, .delivered] && records.map(\.isUnderWay) == [false, false])
        #expect(records.map(\.deliveries.count) == [2, 2])
    }

    @Test("several that ask at once: each is told that it was delivered")
    func together() async throws {
        let workspace = test.workspace
        let id = id
        let states = try await withThrowingTaskGroup(of: [NotificationRecord].self) { group in
            for _ in 1...6 {
                group.addTask {
                    try await Redelivery(of: [id], in: workspace).deliver(asking: Actor.account("kim"))
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(states.count == 6 && states.allSatisfy { $0.state == .delivered && !$0.isUnderWay }, "\(states)")
        let count = try await workspace.notification(id).deliveries.count
        #expect((2...7).contains(count))
    }
}
