internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization
internal import Workspaces

/// What a long-lived process tells of its deliveries.
final class DeliveryLog: Sendable {
    /// What came of it since the process began, and how many wait.
    struct Figures: Sendable {
        var delivered = 0
        var givenUp = 0
        var waiting = 0
    }

    private let context: UpContext
    private let state = Mutex(Figures())
    private let complaints = Mutex(DeliveryComplaints())

    init(_ context: UpContext) {
        self.context = context
    }

    var figures: Figures { state.withLock { $0 } }

    /// To be given to the service that delivers.
    func observe(_ event: HostEvent) async {
        switch event {
        case .delivered(let tally, let reports): await add(tally, reports)
        case .deliveryTrouble(let error, let wait?):
            context.log.error(
                "outbox-problem", "Notifications cannot be delivered now; it is tried again: \(error)",
                .init("wait", wait))
        case .deliveryTrouble(let error, nil):
            context.log.warning("outbox-problem", "Notifications are left for the next start: \(error)")
        default: break
        }
    }

    private func add(_ tally: OutboxDelivery.Tally, _ reports: [DeliveryReport]) async {
        await tell(reports)
        // The former figure stays when the outbox cannot be asked, which the delivery itself tells of.
        let waiting = try? await context.workspace.outbox.waiting()
        state.withLock { figures in
            figures.delivered += tally.delivered
            figures.givenUp += tally.givenUp
            figures.waiting = waiting ?? figures.waiting
        }
        if tally.delivered > 0 {
            context.log.debug("delivered", "Notifications were delivered", .init("count", tally.delivered))
        }
    }

    /// Says which channels do not work and which do again, each as often as is of use, and what was given up.
    private func tell(_ reports: [DeliveryReport]) async {
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
                    "Notifications could not be delivered and are tried again; while that lasts, it is logged ever more "
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
        let lines = GiveUpLogEntries(reports)
        var runs: [String: RunRecord] = [:]
        for run in lines.runs { runs[run] = try? await context.workspace.journal.run(run)?.run }
        for entry in lines.entries(runs) { context.log.write(entry) }
    }
}
