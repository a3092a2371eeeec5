internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs follow RUN`
enum FollowCommand {
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each change of a stage, and the run in the end.")

    static let command = Command(
        "follow", "Show the progress of a run until it ends",
        discussion: """
            Prints what is there already, and then every change. Works from any process; Ctrl-C ends the command and \
            leaves the run alone. Exit status: as of `compass run`.
            """,
        options: [json.spec], positionals: [RunsCommand.run.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let id = try await context.id(RunsCommand.run, of: .run, in: workspace)
        var code = ExitCode.success
        for try await change in RunFollowing(of: id, in: workspace) {
            let run = change.detail.run
            for stage in change.changed { try print(stage, of: run, limit: change.limits[stage.id], context) }
            try context.streams.flush()
            if run.status != .running {
                try print(change.detail, as: try await context.shownID(id, of: .run, in: workspace), context)
            }
            code = ExitCode(RunResult(run: run, stages: change.detail.stages, journalFailure: nil))
        }
        return code
    }

    private static func print(
        _ stage: StageRecord, of run: RunRecord, limit: Int?, _ context: CommandContext
    ) throws {
        if context[json] {
            var record: Record = ["run": .string(run.id)]
            for entry in stage.record { record[entry.key] = entry.value }
            return try context.streams.print(json: record)
        }
        let sentence = StageSummary(stage, limit: limit).sentence(context.streams.times.text)
        try context.streams.print(Printable.text("\(stage.id): \(sentence)"))
    }

    private static func print(_ detail: RunDetail, as shown: String, _ context: CommandContext) throws {
        let run = detail.run
        if context[json] {
            return try context.streams.print(json: run.record(stages: detail.stages))
        }
        let reason = run.error.map { ": \($0.message)" } ?? ""
        let time = run.durationMilliseconds.map { " in " + HumanFormat.duration(milliseconds: $0) } ?? ""
        try context.streams.print(Printable.text("run \(shown) \(run.status.rawValue)\(time)\(reason)"))
    }
}
