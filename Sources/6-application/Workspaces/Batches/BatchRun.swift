internal import BatchJobs
internal import Engine
package import Pipelines
package import Platform
package import Representations
internal import Synchronization

/// One batch that a process carries out for somebody who waits for its end.
package struct BatchRun: Sendable {
    /// What there is to tell beside the ends of its runs.
    package enum Event: Sendable, Hashable {
        /// A file is not taken this time.
        case leftOut(Path, reason: String)
        /// How far it is, now and then: "3 of 20 files done".
        case progress(String)
    }

    package struct Outcome: Sendable {
        package let summary: BatchSummary
        /// Whether it ever came into the journal.
        package let isOnRecord: Bool
        /// How far it is: "3 of 20 files done".
        package let progress: String
    }

    private let workspace: Workspace
    private let batch: BatchRecord
    private let pipeline: Pipeline
    private let workers: Int
    private let observe: @Sendable (Event) -> Void
    private let itemLabel: String
    private let tally: BatchTally
    private let started = ContinuousClock.now
    private let last: LastRecord

    /// So many items may wait for their turn for each one that goes on, so that groups can take turns.
    private static let ahead = 4

    /// What is known of the batch when the journal does not have it.
    private final class LastRecord: Sendable {
        private let state: Mutex<BatchRecord>
        init(_ batch: BatchRecord) { state = Mutex(batch) }
        var batch: BatchRecord {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    /// - Parameters:
    ///   - batch: as `BatchStart` gives it.
    ///   - pipeline: as it was when the batch began.
    ///   - workers: how many of its runs go on at a time.
    ///   - observe: called on any thread; must not block.
    package init(
        _ batch: BatchRecord, of pipeline: Pipeline, in workspace: Workspace, workers: Int,
        observe: @escaping @Sendable (Event) -> Void
    ) {
        self.workspace = workspace
        self.batch = batch
        self.pipeline = pipeline
        self.workers = workers
        self.observe = observe
        itemLabel = pipeline.batchSource?.itemLabel ?? "item"
        tally = BatchTally(behind: batch.items, itemLabel: itemLabel)
        last = LastRecord(batch)
    }

    /// Carries the batch to its end, as the work of a host, which is handed the end of each run. When the task is
    /// cancelled, no further item begins, and its runs are left for the process that goes on with the batch.
    ///
    /// - Throws: the journal's errors; `CancellationError`.
    package func carryOut(on host: RunHost) async throws {
        let dispatcher = Dispatcher(engine: host.engine, workers: workers)
        let (observe, tally) = (observe, tally)
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: workers * Self.ahead, quarantine: workspace.quarantine,
            launch: { request, pipeline in
                // A run that is interrupted is left for the next process, and not cancelled.
                await Task { await dispatcher.run(request, of: pipeline) }.value
            }, ends: host.engine.ends,
            observe: { event in
                tally.add(event)
                if case .leftOut(let path, let reason) = event { observe(.leftOut(path, reason: reason)) }
            })
        last.batch = try await withTaskCancellationHandler {
            try await job.run(batch, of: pipeline) { result in
                await host.end(result)
                if let line = tally.add(result) { observe(.progress(line)) }
            }
        } onCancel: {
            dispatcher.stop()
            host.engine.suspendAll()
        }
    }

    /// What came of it, runs of earlier processes included. Also for a task that is cancelled.
    ///
    /// - Throws: the journal's errors.
    package func outcome() async throws -> Outcome {
        let (batches, id) = (workspace.batches, batch.id)
        // A cancelled task could not read.
        let (known, counts) = try await Task {
            (try await batches.batch(id), try await batches.counts(ofBatch: id))
        }.value
        return Outcome(
            summary: BatchSummary(
                batch: known ?? last.batch, counts: counts, itemLabel: itemLabel, duplicates: tally.duplicates,
                leftOut: tally.leftOut, elapsed: .now - started),
            isOnRecord: known != nil, progress: tally.progress)
    }
}
