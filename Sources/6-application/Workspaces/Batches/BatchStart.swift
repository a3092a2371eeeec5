package import BatchJobs
internal import Diagnostics
internal import Documents
internal import Engine
package import Pipelines
package import Platform
package import Representations

/// Which batch is worked on: a new one, or one that was interrupted.
package struct BatchStart: Sendable {
    package let workspace: Workspace
    /// What a new batch finds.
    package enum Event: Sendable {
        /// A batch with other inputs is unfinished.
        case otherUnfinished(BatchRecord)
        /// It goes on with this one, which was interrupted.
        case continues(BatchRecord)
    }

    package let report: @Sendable (Event) -> Void

    package init(workspace: Workspace, report: @escaping @Sendable (Event) -> Void) {
        self.workspace = workspace
        self.report = report
    }

    /// The batch of a pipeline that was interrupted, if there is one with these inputs: a second one beside it would do
    /// its work twice. Otherwise a new one, not on record yet.
    ///
    /// - Throws: `Problem` when the inputs or the filters of the source are wrong; `Problem` when another process works
    ///   on one; the journal's errors.
    package func batch(of pipeline: Pipeline, inputs: Record) async throws -> (BatchRecord, Pipeline) {
        for former in try await workspace.batches.unfinishedBatches() where former.pipeline == pipeline.name {
            guard former.inputs == inputs else {
                report(.otherUnfinished(former))
                continue
            }
            guard try await isFree(former) else {
                throw Problem.refused(
                    "Batch \(former.id) of pipeline `\(pipeline.name)` is running in another process.",
                    advice: [.showBatch(former.id)])
            }
            report(.continues(former))
            return (former, try await workspace.pipeline(pinnedFor: former))
        }
        let now = Timestamp.now()
        let batch = BatchRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs,
            trigger: Trigger.command.record, startedAt: now)
        let check = BatchCheck(workspace: workspace, pool: WorkerPool(name: "check", width: 1))
        if let refusal = try await check.refusal(of: batch, pipeline) { throw refusal }
        return (batch, pipeline)
    }

    /// Whether nobody works on a batch.
    package func isFree(_ batch: BatchRecord) async throws -> Bool {
        guard try await workspace.batches.claim(batch.id) else { return false }
        try await workspace.batches.disclaim(batch.id)
        return true
    }
}

/// Whether a new batch can be begun, as far as it is known before its first item. One that cannot is never begun, whatever
/// asks for it.
package struct BatchCheck: Sendable {
    package let workspace: Workspace
    /// Plans an item.
    package let pool: WorkerPool

    package init(workspace: Workspace, pool: WorkerPool) {
        self.workspace = workspace
        self.pool = pool
    }

    /// Why a batch cannot be begun: its inputs or the filters of its source are wrong. One that only writes the catalog is
    /// planned for its first item, too, which reads no document: a school that is not there is not there for any other item.
    ///
    /// - Parameter batch: not on record.
    /// - Returns: nil: it can be begun.
    /// - Throws: the catalog's errors.
    package func refusal(of batch: BatchRecord, _ pipeline: Pipeline) async throws -> Problem? {
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: 1, quarantine: workspace.quarantine, launch: { _, _ in nil })
        if let refusal = try await job.refusal(of: batch, pipeline) { return refusal }
        let leaves = pipeline.allStages.filter(\.children.isEmpty)
        guard pipeline.deduplication == nil, leaves.allSatisfy(\.bound.isTransactional),
            let first = try await first(of: batch, pipeline, job)
        else { return nil }
        let engine = workspace.engine(pool: pool, observe: { _ in })
        let plan = try await Planner(engine: engine, duplicates: NoDuplicates()).plan(first, of: pipeline)
        guard let error = plan.error, error.kind == CatalogError.Kind.unknownSchool.rawValue else { return nil }
        return .invalidRequest(error.message)
    }

    /// nil when there is none, or items cannot be read: then the batch tells so itself.
    private func first(of batch: BatchRecord, _ pipeline: Pipeline, _ job: BatchJob) async throws -> RunRequest? {
        do {
            return try await job.preview(batch, of: pipeline, limit: 1).requests.first
        } catch is StageError {
            return nil
        }
    }

    /// For pipelines without `dedup`, which ask nothing.
    private struct NoDuplicates: DuplicateLookup {
        func duplicate(of key: String, for pipeline: String, passing: Set<String>) async throws -> String? { nil }
    }
}

extension BatchJob {
    /// Why a batch cannot be begun, as far as its inputs and the filters of its source tell; nil: it can.
    ///
    /// - Throws: the catalog's errors.
    package func refusal(of batch: BatchRecord, _ pipeline: Pipeline) async throws -> Problem? {
        do {
            try await check(batch, of: pipeline)
            return nil
        } catch let error as StageError {
            return .invalidRequest(error.message)
        } catch let error as CatalogError where error.kind == .unknownSchool {
            return .invalidRequest(error.message, advice: error.advice)
        }
    }
}
