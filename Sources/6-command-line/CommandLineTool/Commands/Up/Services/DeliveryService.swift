internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// Delivers what the outbox holds: when a run has ended, when a notification falls due, and, since other processes queue
/// some too, once a minute.
final class DeliveryService: Service {
    /// What came of it since the process began, and how many wait.
    struct Figures: Sendable {
        var delivered = 0
        var givenUp = 0
        var waiting = 0
    }

    let name = "notifications"
    private let context: UpContext
    private let waker: Waker
    private let pool = WorkerPool(name: "delivery", width: 8)
    private let state = Mutex(Figures())

    private static let interval = Duration.seconds(60)
    /// One that is due and cannot be claimed is another process's.
    private static let shortest = Duration.milliseconds(50)

    /// - Parameter waker: woken when a run has ended.
    init(_ context: UpContext, waker: Waker) {
        self.context = context
        self.waker = waker
    }

    var figures: Figures { state.withLock { $0 } }

    func run() async {
        var backoff = Backoff()
        var wait = Duration.zero
        repeat {
            do {
                try await deliver()
                backoff.reset()
                wait = Self.interval
                if let next = try await context.workspace.outbox.nextDue() {
                    let left = Duration.microseconds(next.microseconds - Timestamp.now().microseconds)
                    wait = max(Self.shortest, min(wait, left))
                }
            } catch {
                if Task.isCancelled { return }
                wait = backoff.next()
                context.log.error(
                    "outbox-trouble", "Notifications cannot be delivered now; it is tried again: \(error)",
                    .init("wait", wait))
            }
        } while await waker.wait(atMost: wait)
        if Task.isCancelled { return }
        do {
            // What the last runs have announced.
            try await deliver()
        } catch {
            context.log.warning(
                "outbox-trouble", "Notifications are left for the next start: \(error)")
        }
    }

    func stop() {
        waker.stop()
    }

    private func deliver() async throws {
        let workspace = context.workspace
        let tally = try await workspace.delivery(pool: pool).deliverDue()
        let waiting = try await workspace.outbox.waiting()
        state.withLock { figures in
            figures.delivered += tally.delivered
            figures.givenUp += tally.givenUp
            figures.waiting = waiting
        }
        if tally.delivered > 0 {
            context.log.debug("delivered", "Notifications were delivered", .init("count", tally.delivered))
        }
        if tally.postponed > 0 {
            context.log.warning(
                "delivery-postponed", "Notifications could not be delivered and are tried again",
                .init("count", tally.postponed))
        }
        if tally.givenUp > 0 {
            context.log.error(
                "delivery-given-up",
                "Notifications could not be delivered and were given up; `compass runs show RUN` tells why",
                .init("count", tally.givenUp))
        }
    }
}
