internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs retry RUN`
enum RetryCommand {
    private static let run = Positional<String>.required("RUN", .word, "The run's id, as `runs list` shows it.")
    static let latest = CommandOption.flag(
        "with-latest", "Take the pipeline as it is now, in place of the one that the run is pinned to.")
    static let json = CommandOption.flag("json", "Print one JSON object for the new run, as `compass run` does.")

    static let command = Command(
        "retry", "Continue a run that did not succeed at the stage that failed",
        discussion: """
            A new run with the next attempt number: what the stages before recorded is used again, and what had been taken \
            back is done again. The former run stays on record as it is. It runs the definition that the former run was \
            pinned to, unless told otherwise.

            Refused when what the earlier stages made is not there any more, when the definition does not fit, or when the \
            file is gone. Exit status: as of `compass run`.
            """,
        examples: ["runs retry 01J9ZV5C9A0000000000000000", "runs retry 01J9… --with-latest"],
        options: [latest.spec, json.spec], positionals: [run.spec]
    ) { context in
        let workspace = try await context.workspace()
        let id = context[run]
        guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
        switch detail.run.status {
        case .failed, .rejected, .cancelled: break
        case .succeeded:
            throw Problem.refused(
                "Run \(id) succeeded, so there is nothing to retry.", advice: [.replayRun(id)])
        case .skipped:
            throw Problem.refused(
                "Run \(id) was skipped and did nothing.", advice: [.runAnew(pipeline: detail.run.pipeline)])
        case .running:
            throw Problem.refused(
                "Run \(id) is not finished.", advice: [.followRun(id), .resumeAbandoned])
        }
        let pipeline =
            context[latest]
            ? try workspace.currentPipeline(detail.run.pipeline, warnings: context.warn)
            : try await workspace.pipeline(pinnedFor: detail)
        return try await context.run(
            RunContinuation(
                workspace: workspace, origin: detail, pipeline: pipeline, kind: .retry,
                from: position(of: detail, in: pipeline)),
            isJSON: context[json])
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
