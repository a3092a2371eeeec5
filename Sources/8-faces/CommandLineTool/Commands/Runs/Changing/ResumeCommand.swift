internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs resume`: finishes what was left.
enum ResumeCommand {
    private static let patience = CommandOption.value(
        "patience", "SECONDS", ArgumentKind.integer(in: 0...86_400), "How long to wait for further tries.",
        standard: 60,
        shown: "60")
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each run that was carried on, as `compass run` does.")

    static let command = Command(
        "resume", "Finish what was left: unfinished runs, notifications, objects of erased documents",
        discussion: """
            Carries every run that its process has left unfinished on at the stage where it stopped, with what is \
            recorded of the stages before, and waits for those that wait for their next try. Runs of living processes are \
            left alone. Then it goes on with every batch that was interrupted.

            Then tries every notification that is due, and those that fall due within the patience, with growing waits \
            between the tries. A receiver that hangs is waited for no longer than the patience, or half a minute if that \
            is longer, and its own time-out. What cannot be delivered in that time stays in the outbox for the next `compass run` or \
            `compass runs resume`. Objects of erased documents are deleted, what processes that died left in the \
            quarantine folder is removed, and what `retention` in compass.yaml does not keep any longer goes.

            Exit status: 1 when a run failed, a notification was given up or an object could not be erased; 3 when a run \
            was rejected and nothing failed.
            """,
        options: [patience.spec, json.spec]
    ) { context in
        let workspace = try await context.workspace()
        for problem in workspace.channelProblems { context.streams.report("compass: \(problem)") }
        var code = try await ResumeSession(
            workspace: workspace, streams: context.streams, isJSON: context[json],
            workers: workspace.definition.workers
        ).run()
        code = code.combined(with: try await resumeBatches(of: workspace, context))
        try await workspace.sweepQuarantine()
        let retention = Retention(workspace: workspace)
        let erased = try await retention.emptyTrash()
        if erased > 0 {
            context.streams.report("\(HumanFormat.count(erased, "version")) in the trash erased, as `retention` says")
        }
        let failures = try await workspace.eraseQueuedObjects()
        for failure in failures { context.streams.report("compass: \(failure)") }
        let tally = try await workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
            .drain(
                OutboxDelivery.Ending(
                    begins: .seconds(max(30, context[patience])), waits: .seconds(context[patience])))
        context.streams.report(
            "\(HumanFormat.count(tally.delivered, "notification")) delivered, \(tally.givenUp) given up, "
                + "\(try await workspace.outbox.waiting()) waiting")
        try await retention.pruneBriefly()
        return tally.givenUp > 0 || !failures.isEmpty ? code.combined(with: .failed) : code
    }

    private static func resumeBatches(of workspace: Workspace, _ context: CommandContext) async throws -> ExitCode {
        var code = ExitCode.success
        let start = BatchStart(workspace: workspace, report: context.streams.report)
        for batch in try await workspace.batches.unfinishedBatches() {
            if Task.isCancelled { break }
            guard try await start.isFree(batch) else { continue }
            do {
                let pipeline = try await workspace.pipeline(pinnedFor: batch)
                code = code.combined(
                    with: try await BatchSession(
                        workspace: workspace, pipeline: pipeline, streams: context.streams, isJSON: context[json],
                        workers: workspace.definition.workers
                    ).run(batch))
            } catch let error where error is InvalidFiles || error is Problem {
                // No later version reads it better, so it does not stay unfinished for ever.
                var failed = batch
                failed.status = .failed
                failed.finishedAt = .now()
                failed.error = RunFailure(
                    stage: "", kind: "not-resumable",
                    message: "The definition of this batch cannot be read any more: \(error). Start the pipeline anew.")
                try await workspace.batches.put(failed)
                context.streams.report("compass: batch \(batch.id): \(failed.error?.message ?? "")")
                code = code.combined(with: .failed)
            }
        }
        return code
    }
}
