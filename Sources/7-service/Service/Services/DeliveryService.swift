internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization
internal import Workspaces

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

    /// How long what the last runs have announced is still tried when the process ends.
    private static let ending = OutboxDelivery.Ending(begins: .seconds(3))

    /// - Parameter waker: woken when a run has ended.
    init(_ context: UpContext, waker: Waker) {
        self.context = context
        self.waker = waker
    }

    var figures: Figures { state.withLock { $0 } }

    func run() async {
        let delivery = OutboxDelivery(
            outbox: context.workspace.outbox, channels: { self.context.workspace.channels }, pool: pool
        ) { report in
            self.round.withLock { round in
                if round[report.channel]?.add(report) == nil { round[report.channel] = report }
            }
        }
        let backoff = Mutex(Backoff())
        repeat {
            do {
                return try await delivery.deliver(whenever: waker, ending: Self.ending) { tally in
                    try await self.tell(tally)
                    backoff.withLock { $0.reset() }
                }
            } catch {
                await tellRound()
                if Task.isCancelled { return }
                if waker.isStopped {
                    return context.log.warning(
                        "outbox-trouble", "Notifications are left for the next start: \(error)")
                }
                let wait = backoff.withLock { $0.next() }
                context.log.error(
                    "outbox-trouble", "Notifications cannot be delivered now; it is tried again: \(error)",
                    .init("wait", wait))
                _ = await waker.wait(atMost: wait)
            }
        } while !Task.isCancelled
    }

    func stop() {
        waker.stop()
    }

    private func tell(_ tally: OutboxDelivery.Tally) async throws {
        await tellRound()
        let waiting = try await context.workspace.outbox.waiting()
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
