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
    /// - Throws: as `check` does; what keeps the source from being read.
    func requests(
        of pipeline: Pipeline, inputs: Record, limit: Int
    ) async throws -> (requests: [RunRequest], hasMore: Bool) {
        try await check(pipeline, inputs: inputs)
        let job = job { [streams] event in
            if case .leftOut(let path, let reason) = event {
                streams.report("\(path): would be left out, since \(reason)")
            }
        }
        return try await job.preview(Self.batch(of: pipeline, inputs: inputs), of: pipeline, limit: limit)
    }

    /// Whether a new batch can be begun. One that only writes the catalog is planned for its first item, too, which reads
    /// no document: a school that is not there is not there for any other item.
    ///
    /// - Throws: `UsageError` when its inputs or the filters of its source are wrong; the catalog's errors.
    func check(_ pipeline: Pipeline, inputs: Record) async throws {
        let (batch, job) = (Self.batch(of: pipeline, inputs: inputs), job { _ in })
        try await Self.check(batch, of: pipeline, by: job)
        let leaves = pipeline.allStages.filter(\.children.isEmpty)
        guard pipeline.deduplication == nil, leaves.allSatisfy(\.bound.isTransactional),
            let first = try await job.preview(batch, of: pipeline, limit: 1).requests.first
        else { return }
        let engine = workspace.engine(pool: WorkerPool(name: "check", width: 1), observe: { _ in })
        let plan = try await Planner(engine: engine, duplicates: NoDuplicates()).plan(first, of: pipeline)
        if let error = plan.error, error.kind == CatalogError.Kind.unknownSchool.rawValue {
            throw UsageError(error.message)
        }
    }

    private static func check(_ batch: BatchRecord, of pipeline: Pipeline, by job: BatchJob) async throws {
        do {
            try await job.check(batch, of: pipeline)
        } catch let error as StageError {
            throw UsageError(error.message)
        } catch let error as CatalogError where error.kind == .unknownSchool {
            throw UsageError(error.message)
        }
    }

    private static func batch(of pipeline: Pipeline, inputs: Record) -> BatchRecord {
        let now = Timestamp.now()
        return BatchRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, inputs: inputs,
            trigger: ["kind": "command"], startedAt: now)
    }

    private func job(_ observe: @escaping @Sendable (BatchEvent) -> Void) -> BatchJob {
        BatchJob(
            batches: workspace.batches, journal: workspace.journal, catalog: workspace.catalog, root: workspace.root,
            owner: workspace.owner, width: 1, quarantine: workspace.quarantine, launch: { _, _ in nil },
            observe: observe)
    }

    /// For pipelines without `dedup`, which ask nothing.
    private struct NoDuplicates: DuplicateLookup {
        func duplicate(of key: String) async throws -> String? { nil }
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
