internal import Diagnostics
internal import Pipelines
internal import Platform

/// A line of the log.
enum LogEvent: Sendable, Hashable {
    case ignored(Path, String)
    case waits(Path, IntakeStatus.Waiting.Reason, String)
    case paused(String, Duration)
    case resumed
    /// Everything has been looked through for the first time.
    case started
    case missing, found
    case overflow
    case problem(String)
    case stuck(Path, String)
    /// It was taken, and is gone before its run could begin.
    case forgotten(Path)
}

/// Puts what happens in a watched folder into lines of the log: one for a file, and one for a change of state. Files are
/// named as their runs name them: below the workspace.
struct IntakeLog: Sendable {
    private let log: Log
    private let rules: WatchRules
    private let pipeline: String
    private let path: String

    init(_ log: Log, _ rules: WatchRules) {
        self.log = log
        self.rules = rules
        pipeline = rules.pipeline.name
        path = Printable.text(rules.trigger.path)
    }

    private var of: LogEntry.Field { .init("pipeline", pipeline) }

    func write(_ event: LogEvent) {
        switch event {
        case .ignored(let path, let reason):
            let file = rules.relative(path)
            log.info("watch-ignored", "\(file) is ignored: \(reason)", of, .init("file", file))
        case .waits(let path, let reason, let detail):
            let file = rules.relative(path)
            // Most waiting ends by itself; want of rights does not.
            log.write(
                LogEntry(
                    reason == .blocked ? .warning : .debug, "watch-waiting", "\(file) is not taken yet: \(detail)",
                    [of, .init("file", file), .init("reason", reason.rawValue)]))
        case .paused(let reason, let wait):
            log.warning(
                "watch-paused", "No file is taken from \(path) for \(wait): \(Printable.text(reason))", of,
                .init("seconds", Int(wait / .seconds(1))))
        case .resumed: log.info("watch-resumed", "Files are taken from \(path) again", of)
        case .started: log.debug("watch-started", "\(path) has been looked through for the first time", of)
        case .missing:
            log.warning("watch-missing", "\(path) is not there; files are taken as soon as it is", of)
        case .found: log.info("watch-found", "\(path) is there", of)
        case .overflow:
            log.warning(
                "watch-overflow",
                "More changed in \(path) than the kernel could report; the whole folder is scanned again", of)
        case .problem(let text): log.warning("watch-problem", "\(path): \(text)", of)
        case .stuck(let path, let reason):
            let file = rules.relative(path)
            log.warning(
                "watch-stuck", "\(file) has been processed and can be neither moved nor deleted: \(reason)", of,
                .init("file", file))
        case .forgotten(let path):
            let file = rules.relative(path)
            log.debug("watch-forgotten", "\(file) is waited for no longer: it is gone", of, .init("file", file))
        }
    }

    func write(_ standing: FolderArming.Standing) {
        guard let reason = standing.reason else {
            log.info("watch-events", "All folders of \(path) are watched again", of)
            return
        }
        let every =
            standing.isRemote ? "every `rescan`" : "every \(Int(ScanPlan.poll / .seconds(1))) seconds at the latest"
        log.warning(
            "watch-polling",
            "\(path) is looked through \(every) instead of being watched: \(reason)."
                + (standing.isRemote
                    ? ""
                    : " \(standing.armed) folders are watched, \(standing.armed + standing.unarmed) would have to be."),
            of, .init("folders", standing.armed + standing.unarmed))
    }

    func write(_ job: FileJob, _ outcome: FileOutcome) {
        let (file, run) = (rules.relative(job.entry.path), job.entry.run)
        switch outcome.ending {
        case .settled(let entry), .changed(let entry?, _), .stuck(let entry, _):
            if job.kind == .finish { return }
            if outcome.status == nil {
                log.debug(
                    "watch-unchanged", "\(file) has the contents that were processed before", of, .init("file", file))
                return
            }
            log.info(
                "watch-processed", "\(file): \(outcome.status?.rawValue ?? "ended")", of, .init("file", file),
                .init("run", entry.run), .init("status", outcome.status?.rawValue ?? ""))
        case .left:
            log.info(
                "watch-processed", "\(file): \(outcome.status?.rawValue ?? "moved")", of, .init("file", file),
                .init("run", run), .init("status", (outcome.status ?? job.entry.status)?.rawValue ?? ""))
        case .missing:
            log.debug(
                "watch-astray", "\(file) is not where it was, or another program writes to it; it stays for now", of,
                .init("file", file), .init("run", run))
        case .changed(nil, _):
            log.debug("watch-changed", "\(file) changed before its run began", of, .init("file", file))
        case .transient(let entry, let reason):
            log.debug(
                "watch-failed", "\(file) is tried again: \(Printable.text(reason))", of, .init("file", file),
                .init("run", entry.run))
        case .unrecorded(_, let reason):
            log.warning(
                "watch-unrecorded", "\(file): what happened cannot be written down now: \(Printable.text(reason))", of,
                .init("file", file))
        case .notBegun: break
        }
    }
}
