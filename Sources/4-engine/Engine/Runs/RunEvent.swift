public import Pipelines

/// What a run reports while it goes on; its end is the result. Events of one run come in order; those of different runs interleave.
public enum RunEvent: Sendable {
    /// `index`: the place of the request in its batch.
    case runStarted(index: Int, RunRecord)
    /// The run cannot begin before one of those has ended; reported once.
    case runWaiting(RunRecord, behind: [String])
    case stageStarted(run: String, stage: String, attempt: Int, of: Int)
    /// In bytes.
    case progress(run: String, stage: String, done: Int64, total: Int64)
    /// A try failed and there will be another one after `wait`.
    case retrying(run: String, stage: String, attempt: Int, of: Int, wait: Duration, RunFailure)
    case stageFinished(run: String, StageRecord)
    /// What this process did for a run that it has lost could not be taken back.
    case leftBehind(run: String, String)
}
