internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs replay RUN --from STAGE`
enum ReplayCommand {
    private static let run = Positional<String>.required("RUN", .word, "The run's id, as `runs list` shows it.")
    private static let from = CommandOption<String?>.optional(
        "from", "STAGE", .word, "The id of the first stage that runs again.")

    static let command = Command(
        "replay", "Run a finished run's stages again from one that you choose",
        discussion: """
            A new run that uses what the run recorded of the stages before that one, and runs the others. It runs the \
            definition that the run was pinned to, unless told otherwise.

            Refused when what those stages made is not there any more, when the definition does not fit what was \
            recorded, or when the file is gone and a stage may have to read it. Exit status: as of `compass run`.
            """,
        examples: [
            "runs replay 01J9ZV5C9A0000000000000000 --from notify", "runs replay 01J9… --from share --with-latest",
        ],
        options: [from.spec, RetryCommand.latest.spec, RetryCommand.json.spec], positionals: [run.spec]
    ) { context in
        let workspace = try await context.workspace()
        let id = context[run]
        guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
        if detail.run.status == .running {
            throw Problem.refused("Run \(id) is not finished.", advice: [.followRun(id)])
        }
        let pipeline =
            context[RetryCommand.latest]
            ? try workspace.currentPipeline(detail.run.pipeline, warnings: context.warn)
            : try await workspace.pipeline(pinnedFor: detail)
        let stages = pipeline.stages.flatMap { [$0] + $0.children }
        let names = stages.map(\.id)
        guard let name = context[from] else {
            throw context.usageError("`--from` is needed: a stage's id, one of \(names.joined(separator: ", "))")
        }
        guard let stage = stages.first(where: { $0.id == name }) else {
            let hint = Spelling.hint(for: name, in: names) ?? "it has \(names.joined(separator: ", "))"
            throw context.usageError("pipeline `\(pipeline.name)` has no stage `\(Printable.text(name))`; \(hint)")
        }
        return try await context.run(
            RunContinuation(
                workspace: workspace, origin: detail, pipeline: pipeline, kind: .replay, from: stage.position),
            isJSON: context[RetryCommand.json])
    }
}
