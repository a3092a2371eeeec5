internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs cancel RUN`
enum CancelCommand {
    private static let force = CommandOption.flag(
        "force", "Take the run away from a process that does not react, and undo it here.")
    private static let wait = CommandOption.value(
        "wait", "SECONDS", ArgumentKind.integer(in: 0...86_400), "How long the run's process has to react.",
        standard: 10, shown: "10")
    private static let json = CommandOption.flag("json", "Print each run as one JSON object, as `compass run` does.")

    static let command = Command(
        "cancel", "Cancel running runs and undo what they did",
        discussion: """
            The process that works on the run is asked to stop. It stops the present stage, undoes what was done and records \
            the run as cancelled. If it does not react in time, --force takes the run away from it: it can write nothing \
            more for that run, and this command undoes what was done. A run that no process works on is taken over \
            and cancelled here.

            Several are cancelled one after the other, and none when one of them is unknown. Exit status: 0 when all ended as \
            cancelled, 1 otherwise.
            """,
        examples: ["runs cancel 01J9ZV5C9A", "runs cancel 01J9ZV5C9A 01J9ZV5DB2 --force --wait 2"],
        options: [force.spec, wait.spec, json.spec], positionals: [RunsCommand.runs.spec]
    ) { context in
        let workspace = try await context.workspace()
        var code = ExitCode.success
        for id in try await context.ids(RunsCommand.runs, of: .run, in: workspace) {
            code = code.combined(with: try await cancel(id, in: workspace, context))
        }
        return code
    }

    private static func cancel(
        _ id: String, in workspace: Workspace, _ context: CommandContext
    ) async throws -> ExitCode {
        let outcome = try await workspace.audited(
            context.actor, "runs.cancel", .run(id), detail: context[force] ? "by force" : nil, outcome: \.audited
        ) {
            try await RunCancellation(
                workspace: workspace, report: RunReport(context.streams, isJSON: true).observe
            ).cancel(id, within: .seconds(context[wait]), isForced: context[force])
        }
        let shown = try await context.streams.errorID(id, of: .run, in: workspace)
        switch outcome {
        case .ended(let run, let stages):
            return try report(
                run, as: try await context.shownID(id, of: .run, in: workspace), stages: stages, context)
        case .hadEnded(let status):
            context.streams.report("Run \(shown) has ended already: \(status.rawValue)")
            return status == .cancelled ? .success : .failed
        case .unresponsive:
            context.streams.report(
                "compass: the process that works on run \(shown) was asked to stop and has not reacted for "
                    + "\(HumanFormat.count(context[wait], "second")). It may still do so; `compass runs cancel \(shown) "
                    + "--force` takes the run away from it")
            return .failed
        }
    }

    private static func report(
        _ run: RunRecord, as shown: String, stages: [StageRecord], _ context: CommandContext
    ) throws -> ExitCode {
        if context[json] {
            try context.streams.print(json: run.record(stages: stages))
        } else if run.status == .cancelled {
            let undone = stages.filter { $0.undo?.status == .undone }.map(\.id)
            try context.streams.print(
                "Cancelled run \(shown)"
                    + (undone.isEmpty ? "." : "; undone: \(undone.joined(separator: ", "))."))
        } else {
            try context.streams.print("Run \(shown) ended before it was cancelled: \(run.status.rawValue).")
        }
        for stage in stages where stage.undo?.status == .failed {
            context.streams.report(
                "compass: what stage `\(stage.id)` did could not be undone: \(stage.undo?.message ?? "")")
        }
        return run.status == .cancelled ? .success : .failed
    }
}
