internal import Platform
internal import Workspaces

/// `compass runs retry RUN`
enum RetryCommand {
    private static let run = Positional<String>.required("RUN", .word, "The run's id, as `runs list` shows it.")
    static let latest = CommandOption.flag(
        "with-latest", "Take the pipeline as it is now, in place of the one that the run is pinned to.")
    static let json = CommandOption.flag("json", "Print one JSON object for the new run, as `compass run` does.")

    static let command = Command(
        "retry", "Continue a run that did not succeed at the stage that failed",
        discussion: """
            A new run with the next attempt number: what the stages before recorded is used again, and what had been taken \
            back is done again. The former run stays on record as it is. It runs the definition that the former run was \
            pinned to, unless told otherwise.

            Refused when what the earlier stages made is not there any more, when the definition does not fit, or when the \
            file is gone. Exit status: as of `compass run`.
            """,
        examples: ["runs retry 01J9ZV5C9A0000000000000000", "runs retry 01J9… --with-latest"],
        options: [latest.spec, json.spec], positionals: [run.spec]
    ) { context in
        let continuation = try await RunContinuation.retry(
            of: context[run], withLatest: context[latest], in: context.workspace(), warnings: context.warn)
        return try await context.run(continuation, isJSON: context[json])
    }
}
