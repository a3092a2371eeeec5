internal import BatchJobs
internal import Diagnostics
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization
internal import Workspaces

/// The batches that go on in a long-lived process, each once.
final class BatchWork: Sendable {
    private struct State {
        var inProgress: [String: Task<RunStatus?, any Error>] = [:]
        /// Of each batch, the runs of its items that go on or wait for their turn.
        var items: [String: [String: Task<RunResult?, Never>]] = [:]
        /// Those that somebody wants ended for good.
        var cancelled: Set<String> = []
        var isStopped = false
    }

    /// So many items may wait for their turn for each one that goes on, so that groups can take turns.
    private static let ahead = 4
    /// How often it looks whether runs that it ends in other places have ended.
    private static let pollInterval = Duration.milliseconds(500)

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
                    + "more. Start the pipeline again.")
            try await context.workspace.batches.put(failed)
            return .failed
        }
        return try await run(batch, of: pipeline, isNew: false)
    }

    /// Ends a batch that goes on for good: no further item begins, and the runs of those on their way are cancelled.
    func cancel(_ id: String) {
        let (task, items) = state.withLock { state in
            if state.inProgress[id] != nil { state.cancelled.insert(id) }
            return (state.inProgress[id], state.items[id].map { Array($0.values) } ?? [])
        }
        task?.cancel()
        for item in items { item.cancel() }
    }

    /// Ends a batch that is on record for good, also one that does not go on here.
    ///
    /// - Returns: how it ended; nil: the process is ending, and it is unfinished.
    /// - Throws: the journal's errors.
    func end(_ batch: BatchRecord, of pipeline: Pipeline) async throws -> RunStatus? {
        if batch.status != .running { return batch.status }
        _ = state.withLock { $0.cancelled.insert(batch.id) }
        cancel(batch.id)
        return try await run(batch, of: pipeline, isNew: false)
    }

    /// No further item begins; batches are gone on with by the next process, and so are the runs of their items.
    /// Doing it twice does no harm.
    func stop() {
        let tasks = state.withLock { state in
            state.isStopped = true
            return Array(state.inProgress.values)
        }
        for task in tasks { task.cancel() }
    }

    private func run(_ batch: BatchRecord, of pipeline: Pipeline, isNew: Bool) async throws -> RunStatus? {
        let task = state.withLock { state -> Task<RunStatus?, any Error> in
            if let task = state.inProgress[batch.id] { return task }
            let task = Task(executorPreference: context.pool) {
                defer { self.forget(batch.id) }
                return try await self.carry(batch, of: pipeline, isNew: isNew)
            }
            state.inProgress[batch.id] = task
            if state.isStopped || state.cancelled.contains(batch.id) { task.cancel() }
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func forget(_ id: String) {
        state.withLock { state in
            (state.inProgress[id], state.items[id]) = (nil, nil)
            state.cancelled.remove(id)
        }
    }

    private func isCancelled(_ id: String) -> Bool { state.withLock { $0.cancelled.contains(id) } }

    private func carry(_ batch: BatchRecord, of pipeline: Pipeline, isNew: Bool) async throws -> RunStatus? {
        var ended: BatchRecord?
        do {
            if !isCancelled(batch.id) { ended = try await work(batch, of: pipeline, isNew: isNew) }
        } catch is CancellationError where isCancelled(batch.id) {
            // What was being read is not needed for its end.
        }
        if ended?.status ?? .running == .running {
            guard isCancelled(batch.id) else { return nil }
            // This task is cancelled, and reads of the journal end with their task.
            ended = try await Task(executorPreference: context.pool) { try await self.conclude(batch.id) }.value
        }
        guard let ended else { return nil }
        context.log.info(
            "batch-finished", "A batch has ended",
            .init("batch", batch.id), .init("pipeline", batch.pipeline), .init("status", ended.status.rawValue),
            .init("items", ended.items))
        return ended.status
    }

    /// Puts on record that a batch is cancelled, once none of its runs goes on, here or in another process.
    ///
    /// - Returns: it as it is on record; nil: it never came there, or the process is ending before all runs have ended.
    private func conclude(_ id: String) async throws -> BatchRecord? {
        let (batches, journal) = (context.workspace.batches, context.workspace.journal)
        var query = RunQuery()
        (query.batch, query.statuses) = (id, [.running])
        while true {
            let runs = try await journal.runs(query, limit: 100, after: nil).items.map(\.id)
            // On record first, so that whoever carries them on ends them.
            for run in runs { _ = try await context.workspace.leases.requestCancellation(of: run) }
            context.engine.cancel(runs)
            guard let batch = try await batches.batch(id) else { return nil }
            if batch.status != .running { return batch }
            if runs.isEmpty, try await batches.claim(id) {
                let ended: BatchRecord?
                do {
                    ended = try await end(batch)
                } catch {
                    try await batches.disclaim(id)
                    throw error
                }
                try await batches.disclaim(id)
                if let ended { return ended }
            }
            if context.isStopping || state.withLock({ $0.isStopped }) { return nil }
            await context.engine.ends.wait(for: runs.first ?? id, atMost: Self.pollInterval)
        }
    }

    /// To be called with a claim on it, since otherwise items might still begin in another process.
    ///
    /// - Returns: nil: runs of it go on.
    private func end(_ batch: BatchRecord) async throws -> BatchRecord? {
        let batches = context.workspace.batches
        guard var ended = try await batches.batch(batch.id) else { return nil }
        if ended.status != .running { return ended }
        let counts = try await batches.counts(ofBatch: batch.id)
        if counts[.running, default: 0] > 0 { return nil }
        ended.items = max(ended.items, counts.values.reduce(0, +))
        (ended.status, ended.finishedAt) = (.cancelled, .now())
        try await batches.put(ended)
        return ended
    }

    /// - Returns: nil: the process is ending, or the batch is cancelled, before it began.
    private func launch(_ request: RunRequest, of pipeline: Pipeline, in batch: String) async -> RunResult? {
        // A task of its own: with that of the batch no run ends, but for one by `cancel`.
        let task = Task(executorPreference: context.pool) { [context] in await context.launch(request, of: pipeline) }
        guard let id = request.id else { return await task.value }
        let isCancelled = state.withLock { state in
            state.items[batch, default: [:]][id] = task
            return state.cancelled.contains(batch)
        }
        if isCancelled { task.cancel() }
        defer { state.withLock { _ = $0.items[batch]?.removeValue(forKey: id) } }
        return await task.value
    }

    private func work(_ batch: BatchRecord, of pipeline: Pipeline, isNew: Bool) async throws -> BatchRecord {
        let (context, workspace) = (context, context.workspace)
        let fields: [LogEntry.Field] = [.init("batch", batch.id), .init("pipeline", batch.pipeline)]
        context.log.info(
            "batch-started", isNew ? "A batch begins" : "A batch resumes",
            fields + [.init("items", try await workspace.batches.progress(of: batch))])
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: workspace.definition.workers * Self.ahead,
            quarantine: workspace.quarantine,
            launch: { await self.launch($0, of: $1, in: batch.id) }, ends: context.engine.ends,
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
        return try await job.run(batch, of: pipeline) { _ in }
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
