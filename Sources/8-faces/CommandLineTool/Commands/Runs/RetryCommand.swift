internal import Documents
internal import Accounts
internal import Pipelines
internal import Platform
internal import Workspaces

/// `compass runs retry RUN`
enum RetryCommand {
    static let latest = CommandOption.flag(
        "with-latest", "Take the pipeline as it is now, in place of the one that the run is pinned to.")
    static let json = CommandOption.flag("json", "Print one JSON object for each new run, as `compass run` does.")

    static let command = Command(
        "retry", "Continue runs that did not succeed at the stages that failed",
        discussion: """
            Starts a new run with the next attempt number. It uses the recorded outputs of the stages that succeeded, and does \
            again what was undone. The former run stays on record. The new run uses the former run's definition, \
            unless you give --with-latest.

            Refused when the file or what an earlier stage made is gone, or when the definition does not fit. If one of \
            several runs cannot be retried, none is. Exit status: that of `compass run`.
            """,
        examples: ["runs retry 01J9ZV5C9A", "runs retry 01J9ZV5C9A 01J9ZV5DB2 --with-latest"],
        options: [latest.spec, json.spec], positionals: [RunsCommand.runs.spec]
    ) { context in
        let workspace = try await context.workspace()
        var continuations: [RunContinuation] = []
        for id in try await context.ids(RunsCommand.runs, of: .run, in: workspace) {
            continuations.append(
                try await RunContinuation.retry(
                    of: id, withLatest: context[latest], in: workspace, warnings: context.warn))
        }
        var code = ExitCode.success
        for continuation in continuations {
            code = code.combined(
                with: try await context.run(
                    continuation, as: "runs.retry", detail: context[latest] ? "with the latest definition" : nil,
                    isJSON: context[json]))
        }
        return code
    }
}

/// `compass runs replay RUN --from STAGE`
enum ReplayCommand {
    private static let from = CommandOption<String?>.optional(
        "from", "STAGE", .word, "The id of the first stage that runs again.")

    static let command = Command(
        "replay", "Run a finished run's stages again from one that you choose",
        discussion: """
            Starts a new run that uses the recorded outputs of the stages before that one, and runs the others. It uses the \
            former run's definition, unless you give --with-latest.

            Refused when what those stages made is not there any more, when the definition does not fit what was \
            recorded, or when the file is gone and a stage may have to read it. Exit status: as of `compass run`.
            """,
        examples: [
            "runs replay 01J9ZV5C9A0000000000000000 --from notify", "runs replay 01J9… --from share --with-latest",
        ],
        options: [from.spec, RetryCommand.latest.spec, RetryCommand.json.spec], positionals: [RunsCommand.run.spec]
    ) { context in
        let workspace = try await context.workspace()
        let replay = try await RunReplay(
            of: context.id(RunsCommand.run, of: .run, in: workspace), withLatest: context[RetryCommand.latest],
            in: workspace, warnings: context.warn)
        guard let stage = context[from] else {
            throw context.usageError(
                "`--from` is needed: a stage's id, one of \(replay.stages.joined(separator: ", "))")
        }
        let continuation = try replay.continuation(from: stage)
        return try await context.run(
            continuation, as: "runs.replay",
            detail: "from \(stage)" + (context[RetryCommand.latest] ? ", with the latest definition" : ""),
            isJSON: context[RetryCommand.json])
    }
}

extension CommandContext {
    /// Runs what goes on from a run, and shows it as `compass run` does.
    ///
    /// - Parameters:
    ///   - action, detail: as the audit has them.
    /// - Throws: `Problem` when it cannot be; nothing was started then.
    func run(
        _ continuation: RunContinuation, as action: String, detail: String?, isJSON: Bool
    ) async throws -> ExitCode {
        try await continuation.workspace.audited(
            actor, action, .run(continuation.origin.run.id), detail: detail, outcome: \.audited
        ) {
            let request = try await continuation.request()
            let code = try await RunSession(
                workspace: continuation.workspace, pipeline: continuation.pipeline, streams: streams, isJSON: isJSON,
                workers: 1
            ).run([request])
            try await continuation.settle()
            return code
        }
    }
}
