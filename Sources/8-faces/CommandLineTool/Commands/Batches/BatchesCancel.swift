internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass batches cancel BATCH`
enum BatchesCancel {
    private static let batch = Positional<String>.required(
        "BATCH", .word, "The batch's id, as `batches list` shows it.")
    private static let wait = CommandOption.value(
        "wait", "SECONDS", ArgumentKind.integer(in: 0...86_400),
        "How long processes that work on its runs have to react.",
        standard: 10, shown: "10")
    private static let json = CommandOption.flag("json", "Print the batch as one JSON object.")

    static let command = Command(
        "cancel", "Give up a batch that is not finished: no further item begins, and its runs are cancelled",
        discussion: """
            From then on neither `compass up` nor `compass runs resume` goes on with the batch, and the process that works \
            on it begins no further item. Runs of it that go on are cancelled as by `compass runs cancel`: what they did is \
            taken back. What has ended stays as it is.

            Exit status: 0 when the batch is cancelled and no run of it goes on any more; 1 when it had ended already, there \
            is none, or a process has not reacted in time: the batch is cancelled then, and that process may still react.
            """,
        examples: ["batches cancel 01J9ZV5C9A0000000000000000", "batches cancel 01J9… --wait 60 --json"],
        options: [wait.spec, json.spec], positionals: [batch.spec]
    ) { context in
        let workspace = try await context.workspace()
        let id = context[batch]
        let runs: [String]
        switch try await workspace.batches.cancelBatch(id) {
        case .unknown:
            throw Problem.refused(
                "There is no batch `\(Printable.text(id))`.", advice: [.listBatches])
        case .finished(let status):
            throw Problem.refused("Batch \(id) has ended already: \(status.rawValue).")
        case .cancelled(let unfinished): runs = unfinished
        }
        Failpoint.pass("batch.cancelled")
        let unresponsive = try await end(runs, within: .seconds(context[wait]), in: workspace, context)
        try await report(id, in: workspace, context)
        for run in unresponsive {
            context.streams.report(
                "compass: the process that works on run \(run) has been told and has not reacted for "
                    + "\(HumanFormat.count(context[wait], "second")). It may still do so; `compass runs cancel \(run) "
                    + "--force` takes the run away from it")
        }
        return unresponsive.isEmpty ? .success : .failed
    }

    /// Ends runs that are wanted cancelled: those of no living process here.
    ///
    /// - Returns: those whose process has not reacted in time.
    private static func end(
        _ runs: [String], within time: Duration, in workspace: Workspace, _ context: CommandContext
    ) async throws -> [String] {
        let cancellation = RunCancellation(
            workspace: workspace, report: RunReport(context.streams, isJSON: true).observe)
        let deadline = ContinuousClock.now + time
        var told: [String] = []
        for run in runs {
            switch try await workspace.leases.requestCancellation(of: run) {
            case .requested: told.append(run)
            case .abandoned: _ = try await cancellation.takeBack(run)
            case .finished, .unknown: break
            }
        }
        var unresponsive: [String] = []
        for run in told where try await cancellation.end(of: run, within: deadline - .now) == nil {
            unresponsive.append(run)
        }
        return unresponsive
    }

    private static func report(_ id: String, in workspace: Workspace, _ context: CommandContext) async throws {
        guard let ended = try await workspace.batches.batch(id) else { return }
        let counts = try await workspace.batches.counts(ofBatch: id)
        let summary = BatchSummary(batch: ended, counts: counts)
        if context[json] { return try context.streams.print(json: summary.record) }
        let parts = RunStatus.allCases.compactMap { status in counts[status].map { "\($0) \(status.rawValue)" } }
        try context.streams.print(
            "Cancelled batch \(id)" + (parts.isEmpty ? "." : "; its runs: " + parts.joined(separator: ", ") + "."))
    }
}
