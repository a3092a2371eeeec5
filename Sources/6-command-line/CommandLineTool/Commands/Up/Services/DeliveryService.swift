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
    /// What came of the round that goes on, by channel.
    private let round = Mutex<[String: DeliveryReport]>([:])
    private let complaints = Mutex(DeliveryComplaints())

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
        let delivery = workspace.delivery(pool: pool) { report in
            self.round.withLock { round in
                if round[report.channel]?.add(report) == nil { round[report.channel] = report }
            }
        }
        let tally: OutboxDelivery.Tally
        do {
            tally = try await delivery.deliverDue()
        } catch {
            await tellRound()
            throw error
        }
        await tellRound()
        let waiting = try await workspace.outbox.waiting()
        state.withLock { figures in
            figures.delivered += tally.delivered
            figures.givenUp += tally.givenUp
            figures.waiting = waiting
        }
        if tally.delivered > 0 {
            context.log.debug("delivered", "Notifications were delivered", .init("count", tally.delivered))
        }
    }

    /// Says which channels do not work and which do again, each as often as is of use, and what was given up.
    private func tellRound() async {
        let reports = round.withLock { round in
            defer { round = [:] }
            return round.values.sorted { $0.channel < $1.channel }
        }
        await tellGivenUp(reports)
        let now = ContinuousClock.now
        for report in reports {
            switch complaints.withLock({ $0.line(for: report, at: now) }) {
            case nil: break
            case .trouble(let report, let untold):
                var fields: [LogEntry.Field] = [.init("channel", report.channel)]
                if let recipient = report.recipient { fields.append(.init("recipient", recipient)) }
                fields.append(.init("cause", report.cause ?? ""))
                if let next = report.nextTry { fields.append(.init("next", next)) }
                fields.append(.init("count", report.postponed))
                if untold > 0 { fields.append(.init("untold", untold)) }
                context.log.warning(
                    "delivery-postponed",
                    "Notifications could not be delivered and are tried again; while that lasts, it is told ever more "
                        + "rarely", fields)
            case .works(let channel, let recipient):
                context.log.info(
                    "delivery-works-again", "A channel delivers again",
                    [.init("channel", channel)] + (recipient.map { [.init("recipient", $0)] } ?? []))
            }
        }
    }

    /// Names what was given up, with what the journal knows of its runs; without that when it cannot be asked now.
    private func tellGivenUp(_ reports: [DeliveryReport]) async {
        let lines = GivenUpLines(reports)
        var runs: [String: RunRecord] = [:]
        for run in lines.runs { runs[run] = try? await context.workspace.journal.run(run)?.run }
        for entry in lines.entries(runs) { context.log.write(entry) }
    }
}
