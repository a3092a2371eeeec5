package import Diagnostics
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Hears what happens around the runs of a long-lived process: logs it and counts it.
final class RunMonitor: Sendable {
    private let totalsByEnding = Mutex<[ServiceReport.Ending: ServiceReport.Total]>([:])
    private let log: Log
    private let announced: @Sendable () -> Void
    /// nil: nobody follows runs live.
    private let events: LiveEvents?

    /// - Parameter announced: called after each run that may have queued notifications; must not block.
    init(log: Log, events: LiveEvents? = nil, announced: @escaping @Sendable () -> Void) {
        self.log = log
        self.events = events
        self.announced = announced
    }

    /// What ended since the process began.
    var totals: [ServiceReport.Ending: ServiceReport.Total] { totalsByEnding.withLock { $0 } }

    /// To be given to whatever has runs carried out.
    func observe(_ event: HostEvent) {
        events?.publish(event)
        switch event {
        case .run(let event): observe(event)
        case .ended(let result, _, _): finish(result)
        case .carryingOn(let count):
            log.info("recovery", "Runs that another process has left unfinished are resumed", .init("runs", count))
        case .carriedOn(let result):
            finish(result)
            if result.isAbandoned { return }
            log.info(
                "run-recovered", "A run that another process had left unfinished was resumed",
                Self.fields(result.run) + [.init("status", result.run.status.rawValue)])
        case .settled(let result):
            guard let message = SettlementText.sentence(result) else { return }
            if result.run.debt == nil {
                log.info("undone", message, .init("run", result.run.id))
            } else {
                log.warning("pending-undo", message, .init("run", result.run.id))
            }
        case .notRead(let result, let error):
            log.warning(
                "made-not-read", "What a run has made cannot be read: \(error)", .init("run", result.run.id))
        case .notCleared(let result, let error):
            log.warning(
                "run-not-cleared", "What was left of a run is not yet cleared away: \(error)",
                .init("run", result.run.id))
        case .recoveryTrouble(let error):
            log.error("recovery-problem", "Unfinished runs cannot be resumed now; it is tried again: \(error)")
        case .leaseTrouble(let error):
            log.error("lease-problem", "The lease of this process could not be renewed: \(error)")
        case .leaseRenewed(let time):
            log.info("lease-renewed", "The lease of this process can be renewed again", .init("after", time))
        // `DeliveryLog` and the services of retention tell of these.
        case .delivered, .deliveryTrouble, .retentionTrouble: break
        }
    }

    private func observe(_ event: RunEvent) {
        switch event {
        case .runStarted(_, let run):
            log.debug("run-started", "A run has begun", Self.fields(run))
        case .runWaiting(let run, let others):
            log.info(
                "run-waiting", "A run waits for another one to end",
                Self.fields(run) + [.init("behind", others.joined(separator: ","))])
        case .stageStarted, .progress, .stageFinished: break
        case .log(let run, let stage, let entry):
            let fields: [LogEntry.Field] = [.init("run", run), .init("stage", stage)]
            switch entry.level {
            case .debug: log.debug("stage-log", entry.message, fields)
            case .info: log.info("stage-log", entry.message, fields)
            case .warning: log.warning("stage-log", entry.message, fields)
            case .error: log.error("stage-log", entry.message, fields)
            }
        case .retrying(let run, let stage, let attempt, let limit, let wait, let failure):
            log.warning(
                "stage-retry", "A stage failed and is tried again: \(failure.message)", .init("run", run),
                .init("stage", stage), .init("attempt", "\(attempt) of \(limit)"),
                .init("wait", HumanFormat.duration(milliseconds: wait / .milliseconds(1))))
        case .leftBehind(let run, let message):
            log.error(
                "run-left-behind",
                "A run was ended by another process, and what this one had done for it could not be undone: "
                    + message, .init("run", run))
        }
    }

    private func finish(_ result: RunResult) {
        // The one that was asked for, where it gets another one's result.
        let run = result.request ?? result.run
        if !result.isAbandoned {
            let ending = ServiceReport.Ending(pipeline: run.pipeline, status: result.run.status)
            totalsByEnding.withLock { totals in
                totals[ending, default: ServiceReport.Total()].runs += 1
                totals[ending]?.milliseconds += result.run.durationMilliseconds ?? 0
            }
        }
        tell(result, run)
        if result.mayAnnounce { announced() }
    }

    private func tell(_ result: RunResult, _ run: RunRecord) {
        if let failure = result.journalFailure {
            log.error(
                "run-unrecorded", "A run could not be recorded to its end: \(failure.message)", Self.fields(run))
        }
        // Its file changed before it could begin: the watched folder takes it as it is then.
        if result.isAbandoned, result.run.error?.kind == SourceFileError.Code.changed.rawValue { return }
        if result.isAbandoned, result.run.error?.kind == RunResult.batchCancelled {
            return log.info("run-not-begun", "A run did not begin, since its batch was cancelled", Self.fields(run))
        }
        if result.isAbandoned {
            return log.info("run-released", "A run was left for the next process that looks", Self.fields(run))
        }
        var fields = Self.fields(run)
        fields.append(.init("status", result.run.status.rawValue))
        if let duration = result.run.durationMilliseconds {
            fields.append(.init("duration-ms", (duration * 10).rounded() / 10))
        }
        if let first = result.duplicateOf { fields.append(.init("duplicate-of", first)) }
        if !result.notTaken.isEmpty { fields.append(.init("not-taken", result.notTaken.joined(separator: " "))) }
        if let error = result.run.error {
            if !error.stage.isEmpty { fields.append(.init("stage", error.stage)) }
            fields.append(.init("kind", error.kind))
        }
        let reason = result.run.error.map { ": \($0.message)" } ?? ""
        switch result.run.status {
        case .succeeded: log.info("run-finished", "A run succeeded", fields)
        case .skipped: log.info("run-finished", "A run was skipped\(reason)", fields)
        case .rejected: log.warning("run-finished", "A document was rejected\(reason)", fields)
        case .cancelled: log.warning("run-finished", "A run was cancelled\(reason)", fields)
        case .failed, .running: log.error("run-finished", "A run failed\(reason)", fields)
        }
    }

    static func fields(_ run: RunRecord) -> [LogEntry.Field] {
        var fields: [LogEntry.Field] = [.init("run", run.id), .init("pipeline", run.pipeline)]
        if let file = run.file { fields.append(.init("file", file)) }
        if let batch = run.batch { fields.append(.init("batch", batch)) }
        return fields
    }
}

extension Log {
    package func debug(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.debug, event, message, fields))
    }

    package func info(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.info, event, message, fields))
    }

    package func warning(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.warning, event, message, fields))
    }

    package func error(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.error, event, message, fields))
    }
}
