internal import Engine
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization

/// Puts together what a long-lived process does at a moment.
final class UpReporter: ServiceReporting {
    /// Where it looks; some are not there before the process is ready, or belong to a part that it does not do.
    struct Parts: Sendable {
        var context: UpContext?
        var group: ServiceGroup?
        var watches: WatchService?
        var schedules: ScheduleService?
        var deliveries: DeliveryLog?
        var reload: ReloadService?
        var figures: FiguresService?
        var state = ServiceReport.State.starting
    }

    private let parts = Mutex(Parts())
    private let startedAt = Timestamp.now()
    private let started = ContinuousClock.now

    func set(_ change: (inout Parts) -> Void) {
        parts.withLock { change(&$0) }
    }

    /// Lets go of the services, which have ended and refer to it themselves.
    func end() {
        let former = parts.withLock { parts in
            defer { parts = Parts(state: .stopping) }
            return parts
        }
        // Outside of the lock: what goes with them may ask for a report.
        withExtendedLifetime(former) {}
    }

    /// Asks all services to end.
    func stop() {
        let group = parts.withLock { parts in
            parts.state = .stopping
            return parts.group
        }
        group?.stop()
    }

    func report() -> ServiceReport {
        let parts = parts.withLock { $0 }
        var report = ServiceReport(
            version: Version.current, process: getpid(), startedAt: startedAt, uptime: .now - started)
        report.state = parts.state
        report.services = parts.group?.names ?? []
        report.intakes = parts.watches?.status() ?? []
        report.schedules = parts.schedules?.status() ?? []
        report.kept = parts.figures?.kept
        if let context = parts.context {
            let load = context.dispatcher.load
            report.workers = context.workers
            report.pipelines = context.current.pipelines.map(\.name)
            (report.active, report.waiting, report.queued) = (load.active, load.waiting, load.queued)
            report.ended = context.monitor.totals
            report.refusals = context.refusals.texts(of: context.current.pipelines)
        }
        if let figures = parts.deliveries?.figures {
            (report.outboxWaiting, report.outboxDelivered, report.outboxGivenUp) =
                (figures.waiting, figures.delivered, figures.givenUp)
        }
        if let figures = parts.reload?.figures {
            (report.lastReload, report.reloads, report.failedReloads) = (figures.last, figures.count, figures.failed)
            if figures.isReloading, report.state == .ready { report.state = .reloading }
        }
        return report
    }
}
