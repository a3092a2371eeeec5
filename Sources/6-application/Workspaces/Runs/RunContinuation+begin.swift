internal import Diagnostics
internal import Pipelines
internal import Platform
package import Representations

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
