package import Pipelines
package import Platform
package import Scheduling
package import WatchedFolders

/// The status of the service and of what is on record, one record for each thing, told apart by `kind`.
package enum StatusRecords {
    /// Of a service that runs, from what it tells of itself.
    package static func running(_ report: ServiceReport) -> [Record] {
        [service(report)] + (report.lastReload.map { [reload($0)] } ?? [])
            + report.intakes.flatMap(intake)
            + report.schedules.flatMap { schedule($0, refusal: report.refusals[$0.pipeline]) }
    }

    /// Where no service runs.
    package static let notRunning: Record = ["kind": "service", "running": false]

    private static func service(_ report: ServiceReport) -> Record {
        [
            "kind": "service", "running": true, "state": .string(report.state.rawValue),
            "version": .string(report.version), "process": .integer(Int64(report.process)),
            "started-at": .string(report.startedAt.description),
            "uptime-ms": .integer(Int64(report.uptime / .milliseconds(1))),
            "services": .list(report.services.map(Value.string)), "workers": count(report.workers),
            "active": count(report.active), "waiting": count(report.waiting), "queued": count(report.queued),
            "outbox-waiting": count(report.outboxWaiting), "outbox-delivered": count(report.outboxDelivered),
            "outbox-given-up": count(report.outboxGivenUp), "reloads": count(report.reloads),
            "failed-reloads": count(report.failedReloads),
        ]
    }

    private static func reload(_ reload: ServiceReport.Reload) -> Record {
        [
            "kind": "reload", "at": .string(reload.at.description),
            "changed": .list(reload.changed.map(Value.string)), "problems": Value(reload.problems),
            "needs-restart": .list(reload.needsRestart.map(Value.string)),
        ]
    }

    private static func intake(_ intake: IntakeStatus) -> [Record] {
        let watch: Record = [
            "kind": "watch", "pipeline": .string(intake.pipeline), "path": .string(intake.path),
            "state": .string(intake.state.rawValue), "detail": Value(intake.detail),
            "resumes-at": time(intake.resumesAt), "has-events": .boolean(intake.hasEvents),
            "polling-reason": Value(intake.pollingReason), "folders": count(intake.folders),
            "last-scan": time(intake.lastScan), "taken": count(intake.taken), "overflows": count(intake.overflows),
            "waiting": count(intake.waitingCount), "ignored": count(intake.ignoredCount),
        ]
        let waiting = intake.waiting.map { file -> Record in
            [
                "kind": "waiting", "pipeline": .string(intake.pipeline), "watch": .string(intake.path),
                "path": .string(file.path.description), "reason": .string(file.reason.rawValue),
                "detail": .string(file.detail), "since": .string(file.since.description), "size": .integer(file.size),
            ]
        }
        let ignored = intake.ignored.map { file -> Record in
            [
                "kind": "ignored", "pipeline": .string(intake.pipeline), "watch": .string(intake.path),
                "path": .string(file.path.description), "reason": .string(file.reason),
            ]
        }
        return [watch] + waiting + ignored
    }

    /// - Parameter refusal: why none of its batches could begin at the last look; nil: nobody knows of a reason.
    package static func schedule(_ schedule: ScheduleStatus, refusal: String? = nil) -> [Record] {
        let head: Record = [
            "kind": "schedule", "pipeline": .string(schedule.pipeline), "cron": .string(schedule.cron),
            "timezone": .string(schedule.timezone), "next": time(schedule.next),
            "active": count(schedule.active.count), "problem": Value(schedule.trouble),
            "refused": Value(refusal),
        ]
        return [head] + schedule.active.map(slot)
    }

    package static func slot(_ slot: ScheduleSlot) -> Record {
        [
            "kind": "scheduled-time", "pipeline": .string(slot.pipeline), "schedule": .string(slot.schedule),
            "at": .string(slot.at.description), "state": .string(slot.state.rawValue), "run": Value(slot.run),
            "caught-up": .boolean(slot.isCaughtUp), "starts-at": time(slot.startsAt),
        ]
    }

    package static func run(_ run: RunRecord) -> Record {
        [
            "kind": "run", "run": .string(run.id), "pipeline": .string(run.pipeline), "file": Value(run.file),
            "status": .string(run.status.rawValue), "attempt": .integer(Int64(run.attempt)),
            "started-at": .string(run.startedAt.description),
        ]
    }

    /// - Parameter items: how many were handed to runs so far.
    package static func batch(_ batch: BatchRecord, items: Int) -> Record {
        [
            "kind": "batch", "batch": .string(batch.id), "pipeline": .string(batch.pipeline),
            "items": count(items), "started-at": .string(batch.startedAt.description),
        ]
    }

    package static func outbox(waiting: Int) -> Record { ["kind": "outbox", "waiting": count(waiting)] }

    package static func quarantine(held: Int) -> Record { ["kind": "quarantine", "held": count(held)] }

    /// - Parameter runs: those that have ended and have something to take back still.
    package static func owedUndo(runs: Int) -> Record { ["kind": "pending-undo", "runs": count(runs)] }

    /// - Parameter time: when it was begun; nil: none is on record.
    package static func lastBackup(at time: Timestamp?) -> Record {
        ["kind": "last-backup", "at": Value(time?.description)]
    }

    /// - Parameter check: as the doctor calls it.
    package static func problem(_ check: String, _ message: String) -> Record {
        ["kind": "problem", "check": .string(check), "message": .string(message)]
    }

    private static func count(_ number: Int) -> Value { .integer(Int64(number)) }

    private static func time(_ time: Timestamp?) -> Value { Value(time?.description) }
}

extension IntakeStatus {
    /// With files named as runs and the log name them: below the workspace, those elsewhere by their whole path.
    ///
    /// - Parameter root: the workspace's folder, absolute.
    package func relative(to root: Path) -> IntakeStatus {
        let prefix = root == "/" ? root.bytes : root.bytes + [UInt8(ascii: "/")]
        func shown(_ path: Path) -> Path {
            path.bytes.starts(with: prefix) && !self.path.utf8.starts(with: "/".utf8)
                ? Path(bytes: path.bytes[prefix.count...]) : path
        }
        var status = self
        status.waiting = waiting.map {
            Waiting(path: shown($0.path), reason: $0.reason, detail: $0.detail, since: $0.since, size: $0.size)
        }
        status.ignored = ignored.map { Ignored(path: shown($0.path), reason: $0.reason) }
        return status
    }
}
