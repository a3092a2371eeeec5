internal import BatchJobs
internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// The batches that go on in a long-lived process, each once.
final class BatchWork: Sendable {
    private struct State {
        var going: [String: Task<RunStatus?, any Error>] = [:]
        /// Those that somebody wants ended for good.
        var cancelled: Set<String> = []
        var isStopped = false
    }

    /// So many items may wait for their turn for each one that goes on, so that groups can take turns.
    private static let ahead = 8

    private let context: UpContext
    private let state = Mutex(State())

    init(_ context: UpContext) {
        self.context = context
    }

    /// Begins a batch under an id that was fixed before, goes on with what is on record of it, or waits for the end of the
    /// same one if it goes on already.
    ///
    /// - Returns: how it ended; nil: the process is ending.
    /// - Throws: the journal's errors.
    func run(
        _ id: String, of pipeline: Pipeline, inputs: Record, trigger: Record, began: @Sendable () -> Void = {}
    ) async throws -> RunStatus? {
        let batches = context.workspace.batches
        if let known = try await batches.batch(id) {
            if known.status != .running { return known.status }
            return try await run(known, of: try await definition(of: known) ?? pipeline, isNew: false)
        }
        if state.withLock({ $0.isStopped }) { return nil }
        began()
        return try await run(
            BatchRecord(
                id: id, pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs, trigger: trigger,
                startedAt: .now()), of: pipeline, isNew: true)
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
        return try await run(batch, of: pipeline, isNew: false)
    }

    /// Ends a batch for good: no further item begins, and those on their way go on to their end.
    func cancel(_ id: String) {
        let task = state.withLock { state in
            if state.going[id] != nil { state.cancelled.insert(id) }
            return state.going[id]
        }
        task?.cancel()
    }

    /// No further item begins; batches are gone on with by the next process. Doing it twice does no harm.
    func stop() {
        let tasks = state.withLock { state in
            state.isStopped = true
            return Array(state.going.values)
        }
        for task in tasks { task.cancel() }
    }

    private func run(_ batch: BatchRecord, of pipeline: Pipeline, isNew: Bool) async throws -> RunStatus? {
        let task = state.withLock { state -> Task<RunStatus?, any Error> in
            if let task = state.going[batch.id] { return task }
            let task = Task(executorPreference: context.pool) {
                try await self.carry(batch, of: pipeline, isNew: isNew)
            }
            state.going[batch.id] = task
            if state.isStopped { task.cancel() }
            return task
        }
        defer { state.withLock { $0.going[batch.id] = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func carry(_ batch: BatchRecord, of pipeline: Pipeline, isNew: Bool) async throws -> RunStatus? {
        let (context, workspace) = (context, context.workspace)
        let fields: [LogEntry.Field] = [.init("batch", batch.id), .init("pipeline", batch.pipeline)]
        context.log.info(
            "batch-started", isNew ? "A batch begins" : "A batch goes on where it had stopped",
            fields + [.init("items", try await workspace.batches.progress(of: batch))])
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: workspace.definition.workers * Self.ahead,
            quarantine: workspace.quarantine,
            launch: { request, pipeline in
                // The end of a batch cancels no run of it.
                await Task(executorPreference: context.pool) { await context.launch(request, of: pipeline) }.value
            },
            observe: { event in
                switch event {
                case .counted(let items):
                    context.log.debug(
                        "batch-counted", "The items of a batch are counted", fields + [.init("items", items)])
                case .leftOut(let path, let reason):
                    context.log.info(
                        "batch-left-out", "A file is left out of a batch, since \(reason)",
                        fields + [.init("file", path)])
                }
            })
        var ended = try await job.run(batch, of: pipeline) { _ in }
        if ended.status == .running {
            guard state.withLock({ $0.cancelled.remove(batch.id) != nil }) else { return nil }
            (ended.status, ended.finishedAt) = (.cancelled, .now())
            try await workspace.batches.put(ended)
        }
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
