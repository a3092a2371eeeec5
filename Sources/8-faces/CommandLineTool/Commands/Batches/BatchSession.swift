internal import BatchJobs
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization
internal import Representations
internal import Workspaces

/// One batch, carried to its end by a command: its runs are shown as those of `compass run`, and a summary follows.
struct BatchSession: Sendable {
    let workspace: Workspace
    let pipeline: Pipeline
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    /// So many items may wait for their turn, so that groups can take turns.
    private static let ahead = 8

    /// - Returns: what the runs come to together, those of earlier processes included; a batch that was interrupted is no
    ///   failure, and goes on later.
    func run(_ batch: BatchRecord) async throws -> ExitCode {
        let session = RunSession(
            workspace: workspace, pipeline: pipeline, streams: streams, isJSON: isJSON, workers: workers)
        let noun = pipeline.batchSource?.noun ?? "item"
        let tally = BatchTally(behind: batch.items, noun: noun)
        let started = ContinuousClock.now
        let last = Mutex(batch)
        let outcome: Result<ExitCode, any Error>
        do {
            let code = try await session.run(width: workers, showsTotal: false) { host in
                let dispatcher = Dispatcher(engine: host.engine, workers: workers)
                let job = BatchJob(
                    batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog,
                    root: workspace.root, owner: workspace.owner, width: workers * Self.ahead,
                    quarantine: workspace.quarantine,
                    launch: { request, pipeline in
                        // A run that is interrupted is left for the next process, and not cancelled.
                        await Task { await dispatcher.run(request, of: pipeline) }.value
                    },
                    observe: { event in
                        tally.add(event)
                        if case .leftOut(let path, let reason) = event {
                            streams.report("\(path): left out, since \(reason)")
                        }
                    })
                let outcome = try await withTaskCancellationHandler {
                    try await job.run(batch, of: pipeline) { result in
                        host.end(result)
                        if let line = tally.add(result), !isJSON { streams.report(line) }
                    }
                } onCancel: {
                    dispatcher.stop()
                    host.engine.suspendAll()
                }
                last.withLock { $0 = outcome }
            }
            outcome = .success(code)
        } catch {
            outcome = .failure(error)
        }
        if case .failure(let error) = outcome, !(error is CancellationError) { throw error }
        // Also when this task is cancelled, which keeps it from reading.
        let (batches, id) = (workspace.batches, batch.id)
        let (known, counts) = try await Task {
            (try await batches.batch(id), try await batches.counts(ofBatch: id))
        }.value
        try show(
            BatchSummary(
                batch: known ?? last.withLock { $0 }, counts: counts, noun: noun, duplicates: tally.duplicates,
                leftOut: tally.leftOut, elapsed: .now - started), isOnRecord: known != nil, tally)
        return try outcome.get().combined(with: ExitCode(known ?? last.withLock { $0 }))
    }

    private func show(_ summary: BatchSummary, isOnRecord: Bool, _ tally: BatchTally) throws {
        let id = summary.batch.id
        if isJSON, isOnRecord {
            try streams.print(json: summary.record)
        } else if summary.batch.status != .running {
            try streams.print(summary.text)
        }
        try streams.flush()
        if isOnRecord, summary.batch.status == .running {
            streams.report(
                "compass: batch \(id) is not finished: \(tally.progress). `compass up`, `compass runs resume` or the same "
                    + "command again goes on with it; `compass batches cancel \(id)` gives it up")
        }
    }
}

extension ExitCode {
    /// What a batch's end means for the program's.
    init(_ batch: BatchRecord) {
        self =
            switch batch.status {
            case .succeeded, .skipped, .running: .success
            case .rejected: .rejected
            case .failed, .cancelled: .failed
            }
    }
}
