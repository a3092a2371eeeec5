package import Engine
internal import Pipelines

/// What is told of a run that had ended and had something to take back still, once that was tried.
package enum SettlementText {
    /// - Returns: nil when there is nothing to tell, since another process has the run.
    package static func sentence(_ result: RunResult) -> String? {
        if result.isAbandoned { return nil }
        let run = result.run
        let stages = result.stages.filter { $0.undo?.status == .running }.map(\.id).joined(separator: ", ")
        return run.debt == nil
            ? "run \(run.id) of \(run.pipeline), which had \(run.status.rawValue), has taken back what it still owed"
            : "run \(run.id) of \(run.pipeline) could still not take back \(stages); it is tried again"
    }
}
