internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs follow RUN`
enum FollowCommand {
    private static let run = Positional<String>.required("RUN", .word, "The run's id, as `runs list` shows it.")
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each change of a stage, and the run in the end.")

    static let command = Command(
        "follow", "Show how a run goes on until it ends",
        discussion: """
            Prints what is there already, and then every change. Works from any process; Ctrl-C ends the command and \
            leaves the run alone. Exit status: as of `compass run`.
            """,
        options: [json.spec], positionals: [run.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let id = context[run]
        var limits: [String: Int]?
        var seen: [Int: StageRecord] = [:]
        while true {
            guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
            if limits == nil { limits = await maxAttempts(of: detail, in: workspace) }
            for stage in detail.stages where seen[stage.position].map({ isNews(stage, since: $0) }) ?? true {
                seen[stage.position] = stage
                try print(stage, of: detail.run, limit: limits?[stage.id], context)
            }
            try context.streams.flush()
            if detail.run.status != .running {
                try print(detail, context)
                return ExitCode(RunResult(run: detail.run, stages: detail.stages, journalFailure: nil))
            }
            // Other processes send no events, so the journal is asked.
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// By the stage's id; empty when the definition cannot be read any more.
    static func maxAttempts(of detail: RunDetail, in workspace: Workspace) async -> [String: Int] {
        guard let pipeline = try? await workspace.pipeline(pinnedFor: detail) else { return [:] }
        return Dictionary(
            pipeline.allStages.map { ($0.id, $0.retry.maxAttempts) }, uniquingKeysWith: { first, _ in first })
    }

    private static func isNews(_ stage: StageRecord, since former: StageRecord) -> Bool {
        stage.status != former.status || stage.attempts != former.attempts || stage.retryAt != former.retryAt
            || stage.undo?.status != former.undo?.status
    }

    private static func print(
        _ stage: StageRecord, of run: RunRecord, limit: Int?, _ context: CommandContext
    ) throws {
        if context[json] {
            var record: Record = ["run": .string(run.id)]
            for entry in stage.record { record[entry.key] = entry.value }
            return try context.streams.print(json: record)
        }
        try context.streams.print(Printable.text("\(stage.id): \(StageWords(stage, limit: limit).sentence)"))
    }

    private static func print(_ detail: RunDetail, _ context: CommandContext) throws {
        let run = detail.run
        if context[json] {
            return try context.streams.print(json: run.record(stages: detail.stages))
        }
        let reason = run.error.map { ": \($0.message)" } ?? ""
        let time = run.durationMilliseconds.map { " in " + HumanFormat.duration(milliseconds: $0) } ?? ""
        try context.streams.print(Printable.text("run \(run.id) \(run.status.rawValue)\(time)\(reason)"))
    }
}
