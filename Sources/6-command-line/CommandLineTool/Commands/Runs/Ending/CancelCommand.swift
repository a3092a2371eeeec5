internal import Engine
internal import Pipelines
internal import Platform

/// `compass runs cancel RUN`
enum CancelCommand {
    private static let run = Positional<String>.required("RUN", .word, "The run's id, as `runs list` shows it.")
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
        switch try await workspace.leases.requestCancellation(of: id) {
        case .unknown: throw RunNotFound(id: id)
        case .finished(let status):
            context.streams.report("Run \(id) has ended already: \(status.rawValue)")
            return status == .cancelled ? .success : .failed
        case .requested:
            if let ended = try await end(of: id, within: .seconds(context[wait]), in: workspace) {
                return try report(ended.run, stages: ended.stages, context)
            }
            if !context[force] {
                context.streams.report(
                    "compass: the process that works on run \(id) has been told and has not reacted for "
                        + "\(HumanFormat.count(context[wait], "second")). It may still do so; `compass runs cancel \(id) "
                        + "--force` takes the run away from it")
                return .failed
            }
        case .abandoned: break
        }
        guard try await workspace.leases.seize(id) else {
            // It has ended in this moment.
            guard let detail = try await workspace.journal.run(id) else { throw RunNotFound(id: id) }
            return try report(detail.run, stages: detail.stages, context)
        }
        Failpoint.pass("cancel.seized")
        guard let detail = try await workspace.journal.run(id) else { throw RunNotFound(id: id) }
        let pipeline = try await workspace.pipeline(pinnedFor: detail)
        let engine = workspace.engine(pool: WorkerPool(name: "worker", width: 2), observe: { _ in })
        let supervision = RunSupervision(workspace: workspace, engine: engine, streams: context.streams)
        let supervising = Task { await supervision.run() }
        defer { supervising.cancel() }
        let result = await engine.cancel(detail, of: pipeline)
        return try report(result.run, stages: result.stages, context)
    }

    /// The run once it has ended; nil when the time is over. Other processes send no events, so the journal is asked.
    private static func end(of id: String, within time: Duration, in workspace: Workspace) async throws -> RunDetail? {
        let deadline = ContinuousClock.now + time
        while true {
            if let detail = try await workspace.journal.run(id), detail.run.status != .running { return detail }
            if ContinuousClock.now >= deadline { return nil }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private static func report(_ run: RunRecord, stages: [StageRecord], _ context: CommandContext) throws -> ExitCode {
        if context[json] {
            try context.streams.print(json: run.value(stages: stages).record ?? [:])
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
