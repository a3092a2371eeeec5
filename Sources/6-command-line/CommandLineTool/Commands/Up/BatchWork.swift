internal import BatchJobs
internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// The batches that go on in a long-lived process, each once.
final class BatchWork: Sendable {
    private let context: UpContext
    private let going = Mutex<[String: Task<RunStatus?, any Error>]>([:])

    init(_ context: UpContext) {
        self.context = context
    }

    /// Begins a batch under an id that was fixed before, goes on with what is on record of it, or waits for the end of the
    /// same one if it goes on already.
    ///
    /// - Returns: how it ended; nil: the process is ending.
    /// - Throws: the journal's errors.
    func run(
        _ id: String, of pipeline: Pipeline, inputs: Record, trigger: Record
    ) async throws -> RunStatus? {
        let batches = context.workspace.batches
        if let known = try await batches.batch(id) {
            if known.status != .running { return known.status }
            return try await run(known, of: try await definition(of: known) ?? pipeline)
        }
        return try await run(
            BatchRecord(
                id: id, pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs, trigger: trigger,
                startedAt: .now()), of: pipeline)
    }

    /// Goes on with one that is on record.
    func resume(_ batch: BatchRecord) async throws -> RunStatus? {
        guard let pipeline = try await definition(of: batch) else {
            var failed = batch
            failed.status = .failed
            failed.finishedAt = .now()
            failed.error = RunFailure(
                stage: "", kind: "not-resumable",
                message: "The process that worked on this batch died, and this program cannot read its definition any "
                    + "more. Start the pipeline anew.")
            try await context.workspace.batches.put(failed)
            return .failed
        }
        return try await run(batch, of: pipeline)
    }

    private func run(_ batch: BatchRecord, of pipeline: Pipeline) async throws -> RunStatus? {
        let task = going.withLock { going -> Task<RunStatus?, any Error> in
            if let task = going[batch.id] { return task }
            let task = Task(executorPreference: context.pool) { try await self.carry(batch, of: pipeline) }
            going[batch.id] = task
            return task
        }
        defer { going.withLock { $0[batch.id] = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func carry(_ batch: BatchRecord, of pipeline: Pipeline) async throws -> RunStatus? {
        let (context, workspace) = (context, context.workspace)
        let fields: [LogEntry.Field] = [.init("batch", batch.id), .init("pipeline", batch.pipeline)]
        context.log.info(
            "batch-started", batch.items == 0 ? "A batch begins" : "A batch goes on where it had stopped",
            fields + [.init("items", batch.items)])
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            width: workspace.definition.workers, launch: { await context.launch($0, of: $1) })
        let ended = try await job.run(batch, of: pipeline) { _ in }
        if ended.status == .running { return nil }
        context.log.info(
            "batch-finished", "A batch has ended",
            fields + [.init("status", ended.status.rawValue), .init("items", ended.items)])
        return ended.status
    }

    /// As it was when the batch began; nil: this program cannot read it any more.
    private func definition(of batch: BatchRecord) async throws -> Pipeline? {
        let workspace = context.workspace
        guard let source = try await workspace.journal.definition(batch.definition) else { return nil }
        return PipelineLoader.load(
            Array(source.utf8), file: "\(batch.pipeline)@\(batch.definition.prefix(8)).yaml",
            registry: workspace.registry, context: workspace.lint
        ).pipeline
    }
}
