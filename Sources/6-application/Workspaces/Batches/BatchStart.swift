internal import Diagnostics
internal import Engine
package import Pipelines
package import Platform
internal import Representations

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
                    "Batch \(former.id) of pipeline `\(pipeline.name)` goes on in another process.",
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
