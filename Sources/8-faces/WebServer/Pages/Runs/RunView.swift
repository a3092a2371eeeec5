internal import Pipelines
internal import Platform
internal import Representations

/// All that the page of a run shows.
struct RunView: Sendable {
    var detail: RunDetail
    /// As the run is pinned to it; nil: it cannot be read any more.
    var pipeline: Pipeline?
    /// As the workspace has it now; nil: it has none of that name any more.
    var current: Pipeline?
    var timeline: RunTimeline
    /// All runs about the same, oldest first, as far as the visitor may see them.
    var attempts: [RunRecord]
    /// The newest run that goes on from this one; nil: none does.
    var continuation: RunRecord?
    /// Its file in quarantine, whatever became of that.
    var quarantined: QuarantineEntry?
    /// The first elements of stages with `for-each`, by the stages' ids.
    var items: [String: [StageRecord]]
    /// Whether things of several owners, and of the machine, may be seen.
    var isAdmin: Bool
    var notice: Notice?

    var run: RunRecord { detail.run }
    var isRunning: Bool { run.status == .running }
    var isChanged: Bool { current.map { $0.hash != run.definition } ?? false }

    /// The stage where a retry begins, for people; nil: there is nothing to retry.
    var retryStage: String? {
        guard [.failed, .rejected, .cancelled].contains(run.status) else { return nil }
        return run.error.flatMap { $0.stage.isEmpty ? nil : $0.stage } ?? ""
    }

    func path(_ part: String) -> String { PagePath.run(run.id, part) }
}
