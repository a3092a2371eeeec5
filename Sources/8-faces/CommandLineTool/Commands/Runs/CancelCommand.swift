internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs cancel RUN`
enum CancelCommand {
    private static let run = Positional<String>.required(
        "RUN", .word(completedBy: .runs), "The run's id, as `runs list` shows it.")
    private static let force = CommandOption.flag(
        "force", "Take the run away from a process that does not react, and take it back here.")
    private static let wait = CommandOption.value(
        "wait", "SECONDS", ArgumentKind.integer(in: 0...86_400), "How long the run's process has to react.",
        standard: 10, shown: "10")
    private static let json = CommandOption.flag("json", "Print the run as one JSON object, as `compass run` does.")

    static let command = Command(
        "cancel", "End a run that goes on: what it did is taken back",
        discussion: """
            The process that works on the run is told, stops the stage that runs, takes back what was done and records \
            the run as cancelled. If it does not react in time, --force takes the run away from it: it can write nothing \
            more for that run, and this command takes back what was done. A run that no process works on is taken over \
            and cancelled here.

            Exit status: 0 when the run ended as cancelled, 1 otherwise.
            """,
        examples: ["runs cancel 01J9ZV5C9A0000000000000000", "runs cancel 01J9… --force --wait 2"],
        options: [force.spec, wait.spec, json.spec], positionals: [run.spec]
    ) { context in
        let workspace = try await context.workspace()
        let id = context[run]
        let outcome = try await workspace.audited(
            context.actor, "runs.cancel", .run(id), detail: context[force] ? "by force" : nil, outcome: \.audited
        ) {
            try await RunCancellation(
                workspace: workspace, report: RunReport(context.streams, isJSON: true).observe
            ).cancel(id, within: .seconds(context[wait]), isForced: context[force])
        }
        switch outcome {
        case .ended(let run, let stages): return try report(run, stages: stages, context)
        case .hadEnded(let status):
            context.streams.report("Run \(id) has ended already: \(status.rawValue)")
            return status == .cancelled ? .success : .failed
        case .unresponsive:
            context.streams.report(
                "compass: the process that works on run \(id) has been told and has not reacted for "
                    + "\(HumanFormat.count(context[wait], "second")). It may still do so; `compass runs cancel \(id) "
                    + "--force` takes the run away from it")
            return .failed
        }
    }

    private static func report(_ run: RunRecord, stages: [StageRecord], _ context: CommandContext) throws -> ExitCode {
        if context[json] {
            try context.streams.print(json: run.record(stages: stages))
        } else if run.status == .cancelled {
            let undone = stages.filter { $0.undo?.status == .undone }.map(\.id)
            try context.streams.print(
                "Cancelled run \(run.id)"
                    + (undone.isEmpty ? "." : "; taken back: \(undone.joined(separator: ", "))."))
        } else {
            try context.streams.print("Run \(run.id) ended before it was cancelled: \(run.status.rawValue).")
        }
        for stage in stages where stage.undo?.status == .failed {
            context.streams.report(
                "compass: what stage `\(stage.id)` did could not be taken back: \(stage.undo?.message ?? "")")
        }
        return run.status == .cancelled ? .success : .failed
    }
}
