internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Scheduling
internal import WatchedFolders

/// What a service does, as figures for Prometheus.
enum Metrics {
    /// Figures of a service that another process, or nobody, runs need no `process`.
    static func text(_ report: ServiceReport, process: ProcessFigures? = .current()) -> String {
        var metrics = MetricsText()
        addService(report, to: &metrics)
        addRuns(report, to: &metrics)
        addIntakes(report.intakes, to: &metrics)
        addSchedules(report.schedules, to: &metrics)
        addOutbox(report, to: &metrics)
        if let kept = report.kept { addKept(kept, to: &metrics) }
        if let process { addProcess(process, startedAt: report.startedAt, to: &metrics) }
        return metrics.text
    }

    private static func addService(_ report: ServiceReport, to metrics: inout MetricsText) {
        metrics.add(
            "compass_build_info", .gauge, "Always 1; the version is a label.", [([("version", report.version)], 1)])
        metrics.add(
            "compass_state", .gauge, "1 for the state that the service is in.",
            ServiceReport.State.allCases.map { ([("state", $0.rawValue)], $0 == report.state ? 1 : 0) })
        metrics.add("compass_uptime_seconds", .gauge, "Since the service began.", report.uptime / .seconds(1))
        metrics.add(
            "compass_reloads_total", .counter, "How often the definitions were read again.",
            [
                ([("result", "taken")], Double(report.reloads - report.failedReloads)),
                ([("result", "refused")], Double(report.failedReloads)),
            ])
        // The start has read them as well, and has taken them all: it would not be running otherwise.
        metrics.add(
            "compass_last_reload_timestamp_seconds", .gauge, "When the definitions were last read.",
            seconds(report.lastReload?.at ?? report.startedAt))
        metrics.add(
            "compass_last_reload_successful", .gauge, "Whether all definitions were taken then.",
            report.lastReload?.problems == nil ? 1 : 0)
    }

    private static func addRuns(_ report: ServiceReport, to metrics: inout MetricsText) {
        // What has not happened yet counts 0, so that the first time is seen as an increase.
        var totals = report.ended
        for pipeline in report.pipelines {
            for status in RunStatus.allCases where status != .running {
                totals[ServiceReport.Ending(pipeline: pipeline, status: status), default: ServiceReport.Total()].runs +=
                    0
            }
        }
        let ended = totals.sorted {
            ($0.key.pipeline, $0.key.status.rawValue) < ($1.key.pipeline, $1.key.status.rawValue)
        }
        let labels = { (ending: ServiceReport.Ending) in
            [("pipeline", ending.pipeline), ("status", ending.status.rawValue)]
        }
        metrics.add(
            "compass_runs_total", .counter, "Runs that ended since the service began.",
            ended.map { (labels($0.key), Double($0.value.runs)) })
        metrics.addTotals(
            "compass_run_duration_seconds", "How long runs took that ended since the service began.",
            ended.map { (labels($0.key), $0.value.runs, $0.value.milliseconds / 1_000) })
        metrics.add("compass_workers", .gauge, "How many runs work at the same time at most.", Double(report.workers))
        metrics.add(
            "compass_runs", .gauge, "Runs by what they do now.",
            [
                ([("state", "active")], Double(report.active)), ([("state", "waiting")], Double(report.waiting)),
                ([("state", "queued")], Double(report.queued)),
            ])
    }

    private static func addIntakes(_ intakes: [IntakeStatus], to metrics: inout MetricsText) {
        let intakes = distinct(intakes) { [("pipeline", $0.pipeline), ("path", $0.path)] }
        let one = { (value: @escaping (IntakeStatus) -> Double) in intakes.map { ($0.labels, value($0.item)) } }
        // The listed files tell the reasons; there are more than that only in a backlog, where the rest is queued.
        metrics.add(
            "compass_intake_waiting", .gauge, "Files that a watched folder has seen and not finished, by reason.",
            intakes.flatMap { labels, intake in
                var counts: [IntakeStatus.Waiting.Reason: Int] = [:]
                for waiting in intake.waiting { counts[waiting.reason, default: 0] += 1 }
                counts[.queued, default: 0] += max(0, intake.waitingCount - intake.waiting.count)
                return IntakeStatus.Waiting.Reason.allCases.map {
                    (labels + [("reason", $0.rawValue)], Double(counts[$0] ?? 0))
                }
            })
        metrics.add(
            "compass_intake_ignored", .gauge, "Files in watched folders that will not be taken.",
            one { Double($0.ignoredCount) })
        metrics.add(
            "compass_intake_paused", .gauge, "Whether taking files has stopped for a reason that is expected to pass.",
            one { $0.state == .paused ? 1 : 0 })
        metrics.add(
            "compass_intake_missing", .gauge, "Whether the watched folder is not there.",
            one { $0.state == .missing ? 1 : 0 })
        metrics.add(
            "compass_intake_folders", .gauge, "Folders that are watched.", one { Double($0.folders) })
        metrics.add(
            "compass_intake_taken_total", .counter, "Files taken since the service began.", one { Double($0.taken) })
        metrics.add(
            "compass_intake_overflows_total", .counter, "Losses of events, each followed by a look through the folder.",
            one { Double($0.overflows) })
        metrics.add(
            "compass_intake_last_scan_timestamp_seconds", .gauge, "When the folder was last looked through.",
            intakes.compactMap { labels, intake in intake.lastScan.map { (labels, seconds($0)) } })
    }

    private static func addSchedules(_ schedules: [ScheduleStatus], to metrics: inout MetricsText) {
        let schedules = distinct(schedules) {
            [("pipeline", $0.pipeline), ("cron", $0.cron), ("timezone", $0.timezone)]
        }
        metrics.add(
            "compass_schedule_next_timestamp_seconds", .gauge, "When a schedule is due next.",
            schedules.compactMap { labels, schedule in schedule.next.map { (labels, seconds($0)) } })
        metrics.add(
            "compass_schedule_active", .gauge, "Times of a schedule that are running or wait for their turn.",
            schedules.map { ($0.labels, Double($0.item.active.count)) })
        metrics.add(
            "compass_schedule_problem", .gauge, "Whether times of a schedule cannot be recorded, so that none starts.",
            schedules.map { ($0.labels, $0.item.trouble == nil ? 0 : 1) })
    }

    private static func addOutbox(_ report: ServiceReport, to metrics: inout MetricsText) {
        metrics.add(
            "compass_outbox_waiting", .gauge, "Notifications that are committed and not delivered.",
            Double(report.outboxWaiting))
        metrics.add(
            "compass_notifications_total", .counter, "Notifications that are done with since the service began.",
            [
                ([("result", "delivered")], Double(report.outboxDelivered)),
                ([("result", "given-up")], Double(report.outboxGivenUp)),
            ])
    }

    private static func addKept(_ kept: ServiceReport.Kept, to metrics: inout MetricsText) {
        let (documents, quarantine) = (kept.statistics.documents, kept.statistics.quarantine)
        metrics.add("compass_documents", .gauge, "Documents outside of the trash.", Double(documents.total))
        metrics.add(
            "compass_object_bytes", .gauge, "Bytes of all versions, the trash included.", Double(documents.storageBytes)
        )
        if let bytes = kept.statistics.databaseBytes {
            metrics.add("compass_database_bytes", .gauge, "Bytes of the database's files.", Double(bytes))
        }
        metrics.add("compass_quarantine_files", .gauge, "Files that quarantine holds.", Double(quarantine.files))
        metrics.add("compass_quarantine_bytes", .gauge, "Bytes of their copies.", Double(quarantine.bytes))
        metrics.add(
            "compass_uploads", .gauge, "Uploads that wait: for bytes, or for their run.",
            kept.uploads.map { ([("state", $0.state)], Double($0.count)) })
        metrics.add(
            "compass_free_bytes", .gauge, "Bytes that are free where it lies.",
            kept.free.map { ([("of", $0.of)], Double($0.bytes)) })
        if let last = kept.lastBackup {
            metrics.add(
                "compass_last_backup_timestamp_seconds", .gauge, "When the last backup was begun that became a file.",
                seconds(last))
        }
    }

    private static func addProcess(
        _ process: ProcessFigures, startedAt: Timestamp, to metrics: inout MetricsText
    ) {
        metrics.add(
            "process_start_time_seconds", .gauge, "When the process began, since 1970.", seconds(startedAt))
        metrics.add(
            "process_cpu_seconds_total", .counter, "Processor time of the user and the system.", process.cpuSeconds)
        metrics.add("process_resident_memory_bytes", .gauge, "Memory in use.", process.residentBytes)
        metrics.add("process_virtual_memory_bytes", .gauge, "Address space.", process.virtualBytes)
        metrics.add("process_open_fds", .gauge, "Open descriptors.", process.openDescriptors)
        metrics.add("process_max_fds", .gauge, "How many descriptors may be open.", process.maxDescriptors)
    }

    private static func seconds(_ time: Timestamp) -> Double { Double(time.milliseconds) / 1_000 }

    /// The same labels twice would make the whole text invalid: two equal schedules of a pipeline are shown once.
    private static func distinct<Item>(
        _ items: [Item], labels: (Item) -> [(String, String)]
    ) -> [(labels: [(String, String)], item: Item)] {
        var seen: Set<[String]> = []
        return items.compactMap { item in
            let labels = labels(item)
            return seen.insert(labels.map(\.1)).inserted ? (labels, item) : nil
        }
    }
}
