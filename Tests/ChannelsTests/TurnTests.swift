import Channels
import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// What waits for one channel, and what that means for the others; two processes deliver.
@Suite struct TurnTests {
    private let folder: TestFolder
    private let stores: [LocalStore]
    private let receiver: UnreliableReceiver
    private let reports = Reports()

    /// What was recorded of each channel.
    private final class Reports: Sendable {
        private let sums = Mutex<[String: DeliveryReport]>([:])
        private let added = AsyncSignal()

        func add(_ report: DeliveryReport) {
            sums.withLock { sums in
                if sums[report.channel]?.add(report) == nil { sums[report.channel] = report }
            }
            added.wake()
        }

        /// Waits until as many are recorded as delivered. For one waiter.
        func delivered(_ channel: String, _ count: Int) async {
            while of(channel).delivered < count, await added.wait(atMost: nil) {}
        }

        func of(_ channel: String) -> DeliveryReport {
            sums.withLock { $0[channel] } ?? DeliveryReport(channel: channel, recipient: nil)
        }
    }

    init() async throws {
        folder = try TestFolder()
        let path = folder.path.appending("compass.db")
        stores = [try await LocalStore.open(path), try await LocalStore.open(path)]
        receiver = try UnreliableReceiver()
    }

    private func enqueue(_ channel: String, _ count: Int) async throws {
        let notifications = (0..<count).map { number in
            Pipelines.Notification(
                id: "\(channel)-\(number)", channel: channel, subject: "s", body: nil, data: [:], run: "01A",
                stage: "notify", createdAt: .now())
        }
        try await stores[0].transact(
            { transaction in for notification in notifications { try transaction.enqueue(notification) } },
            recording: { _ in [] })
    }

    /// Delivers in two processes, until `isOver` returns and then as `ending` says.
    private func deliver(
        _ channels: [String: any NotificationChannel], rule: RetryRule = OutboxDelivery.standardRule,
        ending: OutboxDelivery.Ending, until isOver: () async throws -> Void
    ) async throws {
        let channels = Channels(channels)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let wakers = stores.map { _ in AsyncSignal() }
            for (store, waker) in zip(stores, wakers) {
                group.addTask {
                    try await OutboxDelivery(
                        outbox: store, channels: { channels }, pool: WorkerPool(name: "delivery", width: 2), rule: rule,
                        observe: { reports.add($0) }
                    ).deliver(whenever: waker, ending: ending) { _ in }
                }
            }
            try await isOver()
            for waker in wakers { waker.stop() }
            try await group.waitForAll()
        }
    }

    @Test("many that wait for a receiver that never answers keep no other channel waiting, nor count as tries")
    func hanging() async throws {
        let hanging = Nightly.isOn ? 5_000 : 600
        try await enqueue("hang", hanging)
        try await enqueue("good", 300)
        let channels: [String: any NotificationChannel] = [
            "hang": WebhookChannel(url: receiver.url("hang/hang"), secret: nil, timeout: .seconds(2)),
            "good": WebhookChannel(url: receiver.url("good/good"), secret: nil),
        ]
        try await deliver(channels, ending: OutboxDelivery.Ending(begins: .zero)) {
            // Each process has eight requests under way there and no more, so this is a second round.
            try await receiver.reached("hang", 20)
            try await receiver.reached("good", 300)
        }
        #expect(reports.of("good").delivered == 300)
        #expect(try await Set(receiver.ids("good")).count == 300)
        #expect(try await receiver.ids("good").count == 300)
        let tries = reports.of("hang").postponed
        try await receiver.reached("hang", tries)
        #expect(try await receiver.ids("hang").count == tries)
        #expect(try await stores[0].waiting() == hanging)
    }

    @Test("what is announced while a receiver hangs is delivered at once, to that receiver's channel too")
    func announcedMeanwhile() async throws {
        try await enqueue("hang", 1)
        let waker = AsyncSignal()
        let (store, receiver, reports) = (stores[0], receiver, reports)
        let channels = Channels([
            "hang": WebhookChannel(url: receiver.url("hang/hang"), secret: nil, timeout: .seconds(600)),
            "good": WebhookChannel(url: receiver.url("good/good"), secret: nil),
        ])
        let delivery = Task {
            try await OutboxDelivery(
                outbox: store, channels: { channels }, pool: WorkerPool(name: "delivery", width: 1),
                observe: { reports.add($0) }
            ).deliver(whenever: waker, ending: OutboxDelivery.Ending(begins: .zero)) { _ in }
        }
        try await receiver.reached("hang", 1)
        try await enqueue("good", 1)
        try await enqueue("hang", 2)
        waker.wake()
        try await receiver.reached("good", 1)
        try await receiver.reached("hang", 2)
        delivery.cancel()
        _ = await delivery.result
        #expect(try await receiver.ids("good").count == 1)
    }

    /// Records what comes first and then no more, as on a full disk.
    private final class FillingOutbox: Outbox {
        let store: LocalStore
        let recorded = Mutex(0)

        init(store: LocalStore) {
            self.store = store
        }

        func finish(_ deliveries: [(claimed: ClaimedNotification, delivery: Delivery)]) async throws {
            if recorded.withLock({ $0 > 0 }) { throw SystemError("write", on: "the database", code: 28) }
            try await store.finish(deliveries)
            recorded.withLock { $0 += deliveries.count }
        }

        func claim(
            of channel: String, at now: Timestamp, limit: Int, lease: Duration
        ) async throws -> [ClaimedNotification] {
            try await store.claim(of: channel, at: now, limit: limit, lease: lease)
        }
        func release(_ claims: [ClaimedNotification]) async throws { try await store.release(claims) }
        func due() async throws -> [(channel: String, at: Timestamp)] { try await store.due() }
        func waiting() async throws -> Int { try await store.waiting() }
        func waitingForAnother(dueBy time: Timestamp) async throws -> Int {
            try await store.waitingForAnother(dueBy: time)
        }
        func notifications(
            _ query: NotificationQuery, limit: Int, after cursor: String?
        ) async throws -> Page<NotificationRecord> {
            try await store.notifications(query, limit: limit, after: cursor)
        }
        func notification(_ id: String) async throws -> NotificationRecord? { try await store.notification(id) }
        func redeliver(_ id: String, at now: Timestamp) async throws -> Bool {
            try await store.redeliver(id, at: now)
        }
    }

    @Test("what was delivered before the outbox could record no more is counted")
    func full() async throws {
        try await enqueue("log", 300)
        let outbox = FillingOutbox(store: stores[0])
        let channels = Channels(["log": LogChannel(file: folder.path.appending("notifications.ndjson"))])
        let told = Mutex(OutboxDelivery.Tally())
        let waker = AsyncSignal()
        waker.stop()
        await #expect(throws: SystemError.self) {
            try await OutboxDelivery(
                outbox: outbox, channels: { channels }, pool: WorkerPool(name: "delivery", width: 1)
            ).deliver(whenever: waker, ending: OutboxDelivery.Ending(begins: .seconds(60))) { tally in
                told.withLock { $0.add(tally) }
            }
        }
        #expect(told.withLock { $0.delivered } == outbox.recorded.withLock { $0 })
        #expect(outbox.recorded.withLock { $0 } > 0)
    }

    @Test("with `confirm` each arrives once at a receiver that closes its connections at random moments")
    func exactlyOnce() async throws {
        let count = Nightly.isOn ? 200 : 60
        try await enqueue("random", count)
        let channel = WebhookChannel(
            url: receiver.url("random/random"), secret: nil, confirm: receiver.url("taken/random/{id}"))
        var rule = RetryRule()
        rule.maxAttempts = 1_000
        rule.initial = TimeSpan(milliseconds: 1)
        rule.max = TimeSpan(milliseconds: 10)
        // Whoever has nothing left to do does not wait for what the other one has claimed.
        try await deliver(["random": channel], rule: rule, ending: OutboxDelivery.Ending(begins: .zero)) {
            await reports.delivered("random", count)
        }
        let ids = try await receiver.ids("random")
        #expect(ids.count == count)
        #expect(Set(ids).count == count)
        let report = reports.of("random")
        #expect(report.delivered == count && report.givenUpCount == 0)
        #expect(report.postponed > count / 10, "the receiver behaved well")
    }
}
