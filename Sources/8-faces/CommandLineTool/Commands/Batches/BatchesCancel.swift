internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass batches cancel BATCH`
enum BatchesCancel {
    private static let wait = CommandOption.value(
        "wait", "SECONDS", ArgumentKind.integer(in: 0...86_400),
        "How long processes that work on its runs have to react.",
        standard: 10, shown: "10")
    private static let json = CommandOption.flag("json", "Print each batch as one JSON object.")

    static let command = Command(
        "cancel", "Cancel batches that are not finished: no further item begins, and their runs are cancelled",
        discussion: """
            From then on no process begins a further item of the batch. Its running runs are cancelled and undone, as by \
            `compass runs cancel`. Finished runs stay.

            Exit status: 0 when the batch is cancelled and none of its runs is running; 1 when it had ended already, is \
            unknown, or a process has not reacted in time. In the last case the batch is cancelled all the same.
            """,
        examples: ["batches cancel 01J9ZV5C9A", "batches cancel 01J9ZV5C9A --wait 60 --json"],
        options: [wait.spec, json.spec], positionals: [BatchesCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspace()
        var code = ExitCode.success
        for id in try await context.ids(BatchesCommand.ids, of: .batch, in: workspace) {
            code = code.combined(with: try await cancel(id, in: workspace, context))
        }
        return code
    }

    private static func cancel(
        _ id: String, in workspace: Workspace, _ context: CommandContext
    ) async throws -> ExitCode {
        let outcome = try await workspace.audited(context.actor, "batches.cancel", .batch(id)) {
            try await BatchCancellation(
                workspace: workspace, observe: RunReport(context.streams, isJSON: true).observe
            ).cancel(id, within: .seconds(context[wait]))
        }
        try await print(outcome.summary, in: workspace, context)
        for id in outcome.unresponsive {
            let run = try await context.streams.errorID(id, of: .run, in: workspace)
            context.streams.report(
                "compass: the process that works on run \(run) was asked to stop and has not reacted for "
                    + "\(HumanFormat.count(context[wait], "second")). It may still do so; `compass runs cancel \(run) "
                    + "--force` takes the run away from it")
        }
        return outcome.unresponsive.isEmpty ? .success : .failed
    }

    private static func print(
        _ summary: BatchSummary, in workspace: Workspace, _ context: CommandContext
    ) async throws {
        if context[json] { return try context.streams.print(json: summary.record) }
        let counts = summary.counts
        let parts = RunStatus.allCases.compactMap { status in counts[status].map { "\($0) \(status.rawValue)" } }
        let id = try await context.shownID(summary.batch.id, of: .batch, in: workspace)
        try context.streams.print(
            "Cancelled batch \(id)"
                + (parts.isEmpty ? "." : "; its runs: " + parts.joined(separator: ", ") + "."))
    }
}
