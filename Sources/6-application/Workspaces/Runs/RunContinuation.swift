internal import Diagnostics
internal import Documents
package import Engine
package import Pipelines
internal import Platform
package import Representations

/// A retry or replay of a run: a new run that goes on from it, if nothing is in the way.
package struct RunContinuation: Sendable {
    package let workspace: Workspace
    package let origin: RunDetail
    package let pipeline: Pipeline
    package let kind: RunOrigin.Kind
    /// The position of the first stage that runs again.
    package let from: Int

    package init(workspace: Workspace, origin: RunDetail, pipeline: Pipeline, kind: RunOrigin.Kind, from: Int) {
        self.workspace = workspace
        self.origin = origin
        self.pipeline = pipeline
        self.kind = kind
        self.from = from
    }

    /// - Throws: `Problem` when it cannot be; nothing was started then.
    package func request() async throws -> RunRequest {
        let run = origin.run
        let continuation = Continuation(origin: origin, kind: kind, from: from)
        let engine = workspace.engine(pool: WorkerPool(name: "check", width: 1), observe: { _ in })
        var causes = try await engine.obstacles(to: continuation, of: pipeline).map {
            Problem.refused($0.message, advice: $0.advice)
        }
        var file: Path?
        do {
            file = try await source()
        } catch let error as Problem {
            if readsFile { causes.append(error) } else { file = run.source?.path }
        }
        if !causes.isEmpty {
            let verb = kind == .retry ? "retried" : "replayed"
            throw Problem(.refused, "Run \(run.id) cannot be \(verb)", causes: causes)
        }
        // What quarantine keeps lies where nobody else may write.
        let source = file == run.source?.path ? file : nil
        return RunRequest(
            file: file, in: source.map { .ofRecord($0, tree: workspace.root) },
            inputs: try await workspace.inputs(of: run, for: pipeline), owner: run.owner, trigger: run.trigger,
            shownFile: run.file, continuation: continuation)
    }

    /// Settles what the former run holds in quarantine, once the new one has ended.
    package func settle() async throws {
        var held = QuarantineQuery()
        held.run = origin.run.id
        for entry in try await workspace.quarantine.quarantined(held, limit: 10, after: nil).items {
            _ = try await Settlement(workspace: workspace).settle(entry)
        }
    }

    /// The original if it is what it was, or else what quarantine kept of it; nil: the run had no file.
    private func source() async throws -> Path? {
        guard let source = origin.run.source else {
            if let file = origin.run.file {
                throw Problem.refused(
                    "\(file) could not be read by run \(origin.run.id).",
                    advice: [.runAnew(pipeline: origin.run.pipeline)])
            }
            return nil
        }
        do {
            return try SourceFinder.original(source, of: origin.run.id, origin.run.pipeline, note: nil)
        } catch {
            var query = QuarantineQuery()
            query.run = origin.run.id
            let entry = try await workspace.quarantine.quarantined(query, limit: 1, after: nil).items.first
            guard let entry else {
                guard Files.exists(source.path) else {
                    throw Problem.refused("\(source.path) was removed since run \(origin.run.id).")
                }
                throw Problem.refused(
                    "\(source.path) was overwritten since run \(origin.run.id).",
                    advice: [.runPresentBytes(pipeline: origin.run.pipeline, file: source.path)])
            }
            return try SourceFinder.file(of: entry)
        }
    }

    /// Whether a stage that would run may read the document's file: those that run inside the database's transaction
    /// cannot.
    private var readsFile: Bool {
        Continuation(origin: origin, kind: kind, from: from).repeated(in: pipeline)
            .contains { !$0.bound.isTransactional }
    }
}

extension RunContinuation {
    /// A retry: a new run that continues one that did not succeed at the stage that failed.
    ///
    /// - Parameters:
    ///   - id: of the former run.
    ///   - withLatest: whether the pipeline is taken as it is now, in place of the one that the run is pinned to.
    ///   - warnings: is called when lint warns of that pipeline.
    /// - Throws: `Problem` when there is no such run, there is nothing to retry, or it goes on; `InvalidFiles`; the journal's
    ///   errors.
    package static func retry(
        of id: String, withLatest: Bool, in workspace: Workspace, warnings: (InvalidFiles) -> Void
    ) async throws -> RunContinuation {
        guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
        switch detail.run.status {
        case .failed, .rejected, .cancelled: break
        case .succeeded:
            throw Problem.refused("Run \(id) succeeded, so there is nothing to retry.", advice: [.replayRun(id)])
        case .skipped:
            throw Problem.refused(
                "Run \(id) was skipped and did nothing.", advice: [.runAnew(pipeline: detail.run.pipeline)])
        case .running:
            throw Problem.refused("Run \(id) is not finished.", advice: [.followRun(id), .resumeAbandoned])
        }
        let pipeline = try await workspace.pipeline(of: detail, isLatest: withLatest, warnings: warnings)
        return RunContinuation(
            workspace: workspace, origin: detail, pipeline: pipeline, kind: .retry,
            from: position(of: detail, in: pipeline))
    }

    /// Where a retry begins: at the stage that ended the run, or behind the last one that succeeded. In a group, all that
    /// succeeded is used again, wherever it stands.
    static func position(of detail: RunDetail, in pipeline: Pipeline) -> Int {
        let failed = detail.run.error?.stage
        let groups = pipeline.stages.filter { !$0.children.isEmpty }
        if let group = groups.first(where: { ([$0] + $0.children).contains { $0.id == failed } }) {
            return (group.children.map(\.position).max() ?? group.position) + 1
        }
        if let stage = pipeline.allStages.first(where: { $0.id == failed }) { return stage.position }
        let succeeded = pipeline.stages.filter { stage in
            detail.stages.contains { $0.id == stage.id && $0.status == .succeeded }
        }
        return succeeded.last.map { ([$0] + $0.children).map(\.position).max() ?? $0.position }.map { $0 + 1 } ?? 0
    }
}

/// A finished run whose stages can be run again from one that is chosen.
package struct RunReplay: Sendable {
    private let workspace: Workspace
    private let origin: RunDetail
    private let pipeline: Pipeline

    /// - Parameters: as of `RunContinuation.retry`.
    /// - Throws: `Problem` when there is no such run, or it is not finished; `InvalidFiles`; the journal's errors.
    package init(
        of id: String, withLatest: Bool, in workspace: Workspace, warnings: (InvalidFiles) -> Void
    ) async throws {
        guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
        if detail.run.status == .running {
            throw Problem.refused("Run \(id) is not finished.", advice: [.followRun(id)])
        }
        self.workspace = workspace
        origin = detail
        pipeline = try await workspace.pipeline(of: detail, isLatest: withLatest, warnings: warnings)
    }

    /// The ids of the stages that it can begin at, in the order of the pipeline.
    package var stages: [String] { choices.map(\.id) }

    private var choices: [PipelineStage] { pipeline.stages.flatMap { [$0] + $0.children } }

    /// - Parameter name: one of `stages`, the first that runs again.
    /// - Throws: `Problem` when it is none of them.
    package func continuation(from name: String) throws -> RunContinuation {
        guard let stage = choices.first(where: { $0.id == name }) else {
            let hint = Spelling.hint(for: name, in: stages) ?? "it has \(stages.joined(separator: ", "))"
            throw Problem.invalidRequest(
                "pipeline `\(pipeline.name)` has no stage `\(Printable.text(name))`; \(hint)")
        }
        return RunContinuation(
            workspace: workspace, origin: origin, pipeline: pipeline, kind: .replay, from: stage.position)
    }
}

extension Workspace {
    fileprivate func pipeline(
        of detail: RunDetail, isLatest: Bool, warnings: (InvalidFiles) -> Void
    ) async throws -> Pipeline {
        isLatest
            ? try currentPipeline(detail.run.pipeline, warnings: warnings) : try await pipeline(pinnedFor: detail)
    }
}
