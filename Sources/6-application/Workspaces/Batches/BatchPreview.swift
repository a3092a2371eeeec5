internal import BatchJobs
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

/// What a batch would run over now.
struct BatchPreview: Sendable {
    let workspace: Workspace
    let streams: StandardStreams

    /// What a batch would run over, once it is known that it could be begun.
    ///
    /// - Throws: `UsageError` when its inputs or the filters of its source are wrong; what keeps the source from being read.
    func requests(
        of pipeline: Pipeline, inputs: Record, limit: Int
    ) async throws -> (requests: [RunRequest], hasMore: Bool) {
        let now = Timestamp.now()
        let batch = BatchRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs,
            trigger: ["kind": "command"], startedAt: now)
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: 1, quarantine: workspace.quarantine, launch: { _, _ in nil },
            observe: { [streams] event in
                if case .leftOut(let path, let reason) = event {
                    streams.report("\(path): would be left out, since \(reason)")
                }
            })
        let check = BatchCheck(workspace: workspace, pool: WorkerPool(name: "check", width: 1))
        if let refusal = try await check.refusal(of: batch, pipeline) { throw UsageError(refusal) }
        return try await job.preview(batch, of: pipeline, limit: limit)
    }
}

extension RunRequest {
    /// What people call it when it is for no file.
    var shownItem: String? {
        if let document = trigger["document"], let title = document[Fact.title.name]?.string {
            return title + (document[Fact.version.name]?.integer.map { " (version \($0))" } ?? "")
        }
        return trigger["school"]?["name"]?.string
    }
}
