import Documents
import Pipelines
import Platform
import Scheduling
import WatchedFolders

@testable import Representations
@testable import Service

/// What a busy service tells of itself.
struct SampleReport: ServiceReporting {
    static let time = Timestamp(microseconds: 1_772_953_200_500_000)

    func report() -> ServiceReport { Self.busy() }

    static func busy() -> ServiceReport {
        var report = ServiceReport(version: "1.2.3", process: 4_711, startedAt: time, uptime: .seconds(90))
        report.state = .ready
        report.services = ["control", "watches"]
        report.workers = 32
        (report.active, report.waiting, report.queued) = (2, 1, 40)
        report.ended = [
            .init(pipeline: "a\"b\\c\nd", status: .succeeded): .init(runs: 3, milliseconds: 1_500),
            .init(pipeline: "video", status: .rejected): .init(runs: 1, milliseconds: 20),
        ]
        (report.outboxWaiting, report.outboxDelivered, report.outboxGivenUp) = (7, 8, 9)
        var kept = ServiceReport.Kept(
            statistics: WorkspaceStatistics(
                documents: DocumentStatistics(total: 5, shared: 1, mostCommonType: nil, storageBytes: 6_000),
                quarantine: QuarantineUse(files: 2, bytes: 700), databaseBytes: 4_096))
        kept.uploads = [("receiving", 1), ("complete", 3)]
        kept.free = [("database", 9_000_000)]
        kept.lastBackup = time
        report.kept = kept
        report.reloads = 3
        report.failedReloads = 1
        report.lastReload = .init(
            at: time, changed: ["video"], problems: "line 3: bad\nhint", needsRestart: ["workers"])
        report.intakes = [intake()]
        report.schedules = [schedule(), schedule()]
        return report
    }

    static func intake() -> IntakeStatus {
        var intake = IntakeStatus()
        (intake.pipeline, intake.path) = ("video", "in box/{user}")
        intake.state = .paused
        intake.detail = "the disk is full"
        intake.resumesAt = time
        intake.hasEvents = false
        intake.pollingReason = "nfs"
        (intake.folders, intake.taken, intake.overflows) = (4, 100, 2)
        intake.lastScan = time
        intake.waiting = [
            .init(
                path: "in box/u/a\n.mp4", reason: .openForWriting, detail: "by somebody", since: time, size: 1_500_000),
            .init(path: Path(bytes: Array("b".utf8) + [0xFF]), reason: .settling, detail: "", since: time, size: 5),
        ]
        intake.waitingCount = 12
        intake.ignored = [.init(path: "in box/x.part", reason: "a temporary name")]
        intake.ignoredCount = 1
        return intake
    }

    static func schedule() -> ScheduleStatus {
        ScheduleStatus(
            pipeline: "digest", cron: "0 3 * * *", timezone: "UTC", next: time,
            active: [
                ScheduleSlot(
                    pipeline: "digest", schedule: "0 3 * * * UTC", at: time, state: .claimed, run: "R1", decidedAt: time
                )
            ])
    }
}
