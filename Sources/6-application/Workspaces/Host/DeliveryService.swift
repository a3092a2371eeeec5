package import Engine
internal import Pipelines
package import Platform
internal import Synchronization

/// Delivers what the outbox holds: when a run has ended, when a notification falls due, and now and then, since other
/// processes queue some too. What keeps it from the outbox is told, and tried again with growing waits.
package final class DeliveryService: Service {
    package let name = "notifications"
    private let workspace: @Sendable () -> Workspace
    private let waker: AsyncSignal
    private let interval: Duration
    private let waits: Bool
    private let ending: OutboxDelivery.Ending
    private let observe: @Sendable (HostEvent) async -> Void
    private let pool = WorkerPool(name: "delivery", width: 8)
    /// What came of the round that goes on, by channel.
    private let round = Mutex<[String: DeliveryReport]>([:])

    /// - Parameters:
    ///   - workspace: as it is at a time: its channels may be replaced meanwhile.
    ///   - waker: woken when a run that may have queued something has ended; only this service waits for it, and its `stop`
    ///     stops it.
    ///   - interval: how often it looks without a reason.
    ///   - waits: whether nothing is delivered before the waker was woken once.
    ///   - ending: how long it goes on once it is asked to end.
    ///   - observe: is told `delivered` and `deliveryTrouble`.
    package init(
        workspace: @escaping @Sendable () -> Workspace, waker: AsyncSignal, interval: Duration = .seconds(60),
        waits: Bool = false, ending: OutboxDelivery.Ending, observe: @escaping @Sendable (HostEvent) async -> Void
    ) {
        self.workspace = workspace
        self.waker = waker
        self.interval = interval
        self.waits = waits
        self.ending = ending
        self.observe = observe
    }

    package func run() async {
        if waits { _ = await waker.wait(atMost: nil) }
        let delivery = OutboxDelivery(
            outbox: workspace().outbox, channels: { [workspace] in workspace().channels }, pool: pool
        ) { report in
            self.round.withLock { round in
                if round[report.channel]?.add(report) == nil { round[report.channel] = report }
            }
        }
        // What it was before the last time that something was told: that may be the end of what failed.
        let backoff = Mutex((now: Backoff(), before: Backoff()))
        while true {
            do {
                return try await delivery.deliver(whenever: waker, interval: interval, ending: ending) { tally in
                    await self.observe(.delivered(tally, self.takeRound()))
                    backoff.withLock { backoff in
                        backoff.before = backoff.now
                        backoff.now.reset()
                    }
                }
            } catch {
                if Task.isCancelled { return }
                let wait = backoff.withLock { backoff in
                    backoff.now = backoff.before
                    return waker.isStopped ? nil : backoff.now.next()
                }
                await observe(.deliveryTrouble(error, retryAfter: wait))
                guard let wait else { return }
                _ = await waker.wait(atMost: wait)
            }
        }
    }

    package func stop() {
        waker.stop()
    }

    private func takeRound() -> [DeliveryReport] {
        round.withLock { round in
            defer { round = [:] }
            return round.values.sorted { $0.channel < $1.channel }
        }
    }
}

/// Waits that grow from one second to a minute while something keeps failing.
package struct Backoff: Sendable {
    private var failures = 0

    package init() {}

    /// The wait before the next try.
    package mutating func next() -> Duration {
        defer { failures += 1 }
        return min(.seconds(60), .seconds(1 << min(failures, 6)))
    }

    /// It has worked again.
    package mutating func reset() { failures = 0 }
}
