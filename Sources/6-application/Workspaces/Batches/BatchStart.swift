internal import Engine
internal import Pipelines
internal import Platform

/// Which batch a command works on: a new one, or one that was interrupted.
struct BatchStart: Sendable {
    let workspace: Workspace
    let streams: StandardStreams

    /// The batch of a pipeline that was interrupted, if there is one with these inputs: a second one beside it would do
    /// its work twice. Otherwise a new one, not on record yet.
    ///
    /// - Throws: `UsageError` when the inputs or the filters of the source are wrong; `Refusal` when another process works
    ///   on one; the journal's errors.
    func batch(of pipeline: Pipeline, inputs: Record) async throws -> (BatchRecord, Pipeline) {
        for former in try await workspace.batches.unfinishedBatches() where former.pipeline == pipeline.name {
            guard former.inputs == inputs else {
                streams.report(
                    "compass: batch \(former.id) of \(former.startedAt), which had other inputs, is not finished; "
                        + "`compass runs resume` goes on with it")
                continue
            }
            guard try await isFree(former) else {
                throw Refusal(
                    "Batch \(former.id) of pipeline `\(pipeline.name)` goes on in another process. "
                        + "`compass batches show \(former.id)` tells how far it is.")
            }
            streams.report("compass: goes on with batch \(former.id) of \(former.startedAt), which was interrupted")
            return (former, try await workspace.pipeline(pinnedFor: former))
        }
        let now = Timestamp.now()
        let batch = BatchRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs,
            trigger: ["kind": "command"], startedAt: now)
        let check = BatchCheck(workspace: workspace, pool: WorkerPool(name: "check", width: 1))
        if let refusal = try await check.refusal(of: batch, pipeline) { throw UsageError(refusal) }
        return (batch, pipeline)
    }

    /// Whether nobody works on a batch.
    func isFree(_ batch: BatchRecord) async throws -> Bool {
        guard try await workspace.batches.claim(batch.id) else { return false }
        try await workspace.batches.disclaim(batch.id)
        return true
    }
}
