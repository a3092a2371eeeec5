/// One thing that happened in a run.
public enum JournalEntry: Sendable {
    /// The first entry of a run.
    case runStarted(RunRecord)
    /// A stage started, went on or ended: the whole record, by run and position. Replaces the former one.
    case stage(run: String, StageRecord)
    /// An attempt ended.
    case attempt(run: String, AttemptRecord)
    /// The last entry of a run: its status, document, error and end.
    case runFinished(RunRecord)
}
