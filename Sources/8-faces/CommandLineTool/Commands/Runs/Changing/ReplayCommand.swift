internal import Platform
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
        let replay = try await RunReplay(
            of: context[run], withLatest: context[RetryCommand.latest], in: context.workspace(),
            warnings: context.warn)
        guard let stage = context[from] else {
            throw context.usageError(
                "`--from` is needed: a stage's id, one of \(replay.stages.joined(separator: ", "))")
        }
        let continuation = try await context.withUsage { try replay.continuation(from: stage) }
        return try await context.run(continuation, isJSON: context[RetryCommand.json])
    }
}
