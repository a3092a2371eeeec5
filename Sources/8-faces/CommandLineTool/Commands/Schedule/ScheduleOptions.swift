internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Workspaces

/// Which schedules a command is about: those of the workspace, of a pipeline, or one that the command line gives.
enum ScheduleOptions {
    static let pipeline = Positional<Path?>.optional(
        "PIPELINE", .pipeline, "A pipeline's name, or its file; none: every pipeline of the workspace.")
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

    /// The seed is part of the times of schedules that have an `H`.
    private static let names = ScheduleSelection.Names(cron: "--cron", zone: "--timezone", seed: "command-line")

    /// - Parameter trigger: changes the schedule of `--cron`.
    /// - Throws: `InvalidFiles` with the position in the text, `Problem`, `PipelineFinder.NotFound`.
    static func selection(
        _ context: CommandContext, _ trigger: (inout ScheduleTrigger) -> Void = { _ in }
    ) throws -> ScheduleSelection {
        guard let text = context[cron] else {
            if context[timezone] != nil { throw context.usageError("--timezone goes with --cron") }
            return try ScheduleSelection(
                of: context[pipeline], in: context.existingFolder(),
                registry: context.registry())
        }
        if context[pipeline] != nil { throw context.usageError("--cron is a schedule of its own, without a PIPELINE") }
        var schedule = ScheduleTrigger(cron: text)
        schedule.timezone = context[timezone]
        trigger(&schedule)
        let selection = try ScheduleSelection(schedule, names: names)
        if let warnings = selection.warnings { context.warn(warnings) }
        return selection
    }
}

extension ScheduleSelection {
    /// A time on the command line, which may be local in their zone.
    ///
    /// - Throws: `Problem`
    func time(_ text: String, option: String) throws -> Timestamp {
        do throws(TimeTextError) {
            return try zone.timestamp(reading: text)
        } catch {
            throw Problem.invalidRequest("option --\(option): \(error)")
        }
    }
}
