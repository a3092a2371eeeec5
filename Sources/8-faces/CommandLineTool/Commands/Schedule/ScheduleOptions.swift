internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Scheduling
internal import Workspaces

/// Which schedules a command is about: those of the workspace, of a pipeline, or one that the command line gives.
enum ScheduleOptions {
    static let pipeline = Positional<Path?>.optional(
        "PIPELINE", .pipeline, "A name in pipelines/, or a file; none: every pipeline of the workspace.")
    static let cron = CommandOption<String?>.optional(
        "cron", "EXPR", .text, "A schedule to look at instead; no workspace is needed then.")
    static let timezone = CommandOption<String?>.optional(
        "timezone", "ZONE", .word, "The IANA time zone of --cron (default: UTC).")
    static let json = CommandOption.flag("json", "Print one JSON object a line.")

    /// What `--from` and `--to` take.
    static let times = """
        A TIME is RFC 3339 (`2026-03-08T02:30:00-05:00`), or local in the schedule's zone: `2026-03-08T02:30`, \
        `2026-03-08`. Where schedules of several zones are meant, a local time is in UTC.
        """

    /// The name that lint gives the pipeline of `--cron`; it is what `H` stands for.
    private static let seed = "command-line"

    /// A schedule that a command is about.
    struct Chosen: Sendable {
        let job: Scheduler.Job
        let schedule: Schedule
    }

    /// What the command line asks for.
    struct Choice: Sendable {
        let chosen: [Chosen]
        /// Whether they belong to pipelines.
        let isOfWorkspace: Bool

        /// Of the times on the command line.
        var zone: TimeZone {
            let zones = Set(chosen.map(\.schedule.zone))
            return zones.count == 1 ? zones.first ?? .utc : .utc
        }

        /// - Throws: `Problem`
        func time(_ text: String, option: String) throws -> Timestamp {
            do throws(TimeTextError) {
                return try zone.timestamp(reading: text)
            } catch {
                throw Problem.invalidRequest("option --\(option): \(error)")
            }
        }
    }

    /// - Parameter trigger: changes the schedule of `--cron`.
    /// - Throws: `InvalidFiles` with the position in the text, `Problem`, `PipelineFinder.NotFound`.
    static func choice(
        _ context: CommandContext, _ trigger: (inout ScheduleTrigger) -> Void = { _ in }
    ) throws -> Choice {
        guard let text = context[cron] else {
            if context[timezone] != nil { throw context.usageError("--timezone goes with --cron") }
            return Choice(chosen: try ofWorkspace(context), isOfWorkspace: true)
        }
        if context[pipeline] != nil { throw context.usageError("--cron is a schedule of its own, without a PIPELINE") }
        var schedule = ScheduleTrigger(cron: text)
        schedule.timezone = context[timezone]
        trigger(&schedule)
        let chosen = try read(schedule)
        warn(of: chosen.schedule.expression, context)
        return Choice(chosen: [chosen], isOfWorkspace: false)
    }

    private static func ofWorkspace(_ context: CommandContext) throws -> [Chosen] {
        let folder = try WorkspaceFolder(context.workspaceFolder, registry: context.registry())
        let registry = try context.registry()
        let report = try lint(context[pipeline]) {
            try PipelineLint.check($0, in: folder.root, registry: registry, context: folder.definition.lintContext)
        }
        if report.issues.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        return try Scheduler.Job.all(of: report.pipelines).map { job in
            Chosen(job: job, schedule: try job.trigger.schedule(ofPipeline: job.pipeline.name))
        }
    }

    /// Lints a pipeline that a command names: by its file, as every command does, or else by the name that listings
    /// show.
    ///
    /// - Parameters:
    ///   - name: nil: all pipelines.
    ///   - check: `PipelineLint.check`.
    /// - Throws: `PipelineFinder.NotFound`
    static func lint(_ name: Path?, _ check: ([Path]) throws -> LintReport) throws -> LintReport {
        guard let name else { return try check([]) }
        do {
            return try check([name])
        } catch let error as PipelineFinder.NotFound {
            guard let named = try check([]).pipelines.first(where: { Path($0.name) == name }) else { throw error }
            return try check([Path(named.file)])
        }
    }

    private static func read(_ trigger: ScheduleTrigger) throws -> Chosen {
        let pipeline = Pipeline(
            name: seed, description: nil, file: "--cron", source: "", hash: "", inputs: [], env: [], concurrency: nil,
            stages: [], onSuccess: [], onFailure: [], onRejected: [], finally: [])
        do {
            return Chosen(job: Scheduler.Job(trigger, of: pipeline), schedule: try trigger.schedule(ofPipeline: seed))
        } catch let error as CronError {
            throw invalid("--cron", trigger.cron, "invalid-cron", error.message, at: error.range, hint: error.hint)
        } catch let error as TimeZoneError {
            let name = trigger.timezone ?? ""
            throw invalid(
                "--timezone", name, "unknown-timezone", error.message, at: 0..<name.utf8.count, hint: error.hint)
        }
    }

    private static func warn(of expression: CronExpression, _ context: CommandContext) {
        var issues = IssueList()
        for warning in expression.warnings {
            issues.report(
                .warning(
                    "odd-cron", warning.message, at: span(of: warning.range, in: expression.text, "--cron"),
                    hint: warning.hint))
        }
        if issues.isEmpty { return }
        let text = IssueFormat.text.render(
            issues.sorted, sources: ["--cron": expression.text], style: context.streams.errorTerminal.style)
        context.streams.report(String(text.dropLast()))
    }

    private static func invalid(
        _ option: String, _ text: String, _ kind: String, _ message: String, at range: Range<Int>, hint: String?
    ) -> InvalidFiles {
        var issues = IssueList()
        issues.report(.error(kind, message, at: span(of: range, in: text, option), hint: hint))
        return InvalidFiles(issues: issues, sources: [option: text])
    }

    /// - Parameter range: in offsets of UTF-8.
    private static func span(of range: Range<Int>, in text: String, _ option: String) -> SourceSpan {
        let bytes = Array(text.utf8)
        let start = String(decoding: bytes.prefix(range.lowerBound), as: UTF8.self)
        let part = String(decoding: bytes.prefix(range.upperBound).dropFirst(range.lowerBound), as: UTF8.self)
        return SourceSpan(
            file: option, line: 1, column: start.unicodeScalars.count + 1, length: part.unicodeScalars.count)
    }
}
