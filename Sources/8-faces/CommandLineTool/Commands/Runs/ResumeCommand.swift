internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs resume`: finishes what was left.
enum ResumeCommand {
    private static let patience = CommandOption.value(
        "patience", "SECONDS", ArgumentKind.integer(in: 0...86_400), "How long to wait for further tries.",
        standard: 60,
        shown: "60")
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each run that was resumed, as `compass run` does.")

    static let command = Command(
        "resume", "Finish what was left: unfinished runs, notifications, objects of erased documents",
        discussion: """
            Resumes every unfinished run at the stage where it stopped, and waits for runs that wait for their next try. It \
            leaves runs of other running processes alone. Then it resumes every interrupted batch.

            Then it delivers notifications that are due now or within the patience. What cannot be delivered stays in the outbox \
            for the next `compass run` or `compass runs resume`. It deletes the objects of erased documents, removes what dead \
            processes left in the quarantine folder, and removes what `retention` does not keep.

            Exit status: 1 when a run failed, a notification was given up or an object could not be erased; 3 when a run \
            was rejected and nothing failed.
            """,
        options: [patience.spec, json.spec]
    ) { context in
        let workspace = try await context.workspace()
        for problem in workspace.channelProblems { context.streams.report("compass: \(problem)") }
        let resumption = Resumption(of: workspace)
        var code = try await resumeRuns(resumption, context)
        code = code.combined(with: try await resumeBatches(resumption, context))
        let upkeep = try await resumption.keepUp(timeout: .seconds(context[patience]))
        if upkeep.erased > 0 {
            context.streams.note(
                "\(HumanFormat.count(upkeep.erased, "version")) in the trash erased, as `retention` says")
        }
        for failure in upkeep.failures { context.streams.report("compass: \(failure)") }
        context.streams.note(
            sentence: "\(HumanFormat.count(upkeep.delivered, "notification")) delivered, \(upkeep.givenUp) given up, "
                + "\(upkeep.waiting) waiting")
        return upkeep.givenUp > 0 || !upkeep.failures.isEmpty ? code.combined(with: .failed) : code
    }

    /// Shows each run as `compass run` does.
    private static func resumeRuns(_ resumption: Resumption, _ context: CommandContext) async throws -> ExitCode {
        let report = RunReport(context.streams, isJSON: context[json])
        let debts = try await resumption.resumeRuns(
            workers: resumption.workspace.definition.workers, observe: report.observe, worked: { report.end() })
        try report.check()
        guard debts > 0 else { return report.code }
        context.streams.report(
            "compass: \(HumanFormat.count(debts, "run")) with an undo that is still pending; it is tried again later")
        return report.code.combined(with: .failed)
    }

    private static func resumeBatches(_ resumption: Resumption, _ context: CommandContext) async throws -> ExitCode {
        var code = ExitCode.success
        let workspace = resumption.workspace
        try await resumption.resumeBatches { batch, pipeline in
            code = code.combined(
                with: try await BatchSession(
                    workspace: workspace, pipeline: pipeline, streams: context.streams, isJSON: context[json],
                    workers: workspace.definition.workers
                ).run(batch))
        } refused: { batch in
            context.streams.report("compass: batch \(batch.id): \(batch.error?.message ?? "")")
            code = code.combined(with: .failed)
        }
        return code
    }
}
