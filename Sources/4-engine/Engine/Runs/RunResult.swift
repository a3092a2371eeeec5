public import Pipelines

/// A finished run.
public struct RunResult: Sendable {
    public let run: RunRecord
    /// By position.
    public let stages: [StageRecord]
    /// Trouble with recording the run itself; the run's own outcome stands beside it.
    public let journalFailure: RunFailure?

    public init(run: RunRecord, stages: [StageRecord], journalFailure: RunFailure?) {
        self.run = run
        self.stages = stages
        self.journalFailure = journalFailure
    }
}
