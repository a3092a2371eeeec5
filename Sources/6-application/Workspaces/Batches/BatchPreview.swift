internal import BatchJobs
internal import Documents
package import Engine
package import Pipelines
package import Platform
internal import Representations

/// What a batch would run over now.
package struct BatchPreview: Sendable {
    package let workspace: Workspace
    /// Is told of files that would be left out, and why.
    package let leftOut: @Sendable (_ file: Path, _ reason: String) -> Void

    package init(workspace: Workspace, leftOut: @escaping @Sendable (_ file: Path, _ reason: String) -> Void) {
        self.workspace = workspace
        self.leftOut = leftOut
    }

    /// What a batch would run over, once it is known that it could be begun.
    ///
    /// - Throws: `Problem` when its inputs or the filters of its source are wrong; what keeps the source from being read.
    package func requests(
        of pipeline: Pipeline, inputs: Record, limit: Int
    ) async throws -> (requests: [RunRequest], hasMore: Bool) {
        let now = Timestamp.now()
        let batch = BatchRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs,
            trigger: Trigger.command.record, startedAt: now)
        let job = BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: 1, quarantine: workspace.quarantine, launch: { _, _ in nil },
            observe: { [leftOut] event in
                if case .leftOut(let path, let reason) = event { leftOut(path, reason) }
            })
        let check = BatchCheck(workspace: workspace, pool: WorkerPool(name: "check", width: 1))
        if let refusal = try await check.refusal(of: batch, pipeline) { throw refusal }
        return try await job.preview(batch, of: pipeline, limit: limit)
    }
}

extension RunRequest {
    /// What people call it when it is for no file.
    package var shownItem: String? {
        if let document = trigger["document"], let title = document[Fact.title.name]?.string {
            return title + (document[Fact.version.name]?.integer.map { " (version \($0))" } ?? "")
        }
        return trigger["school"]?["name"]?.string
    }
}
