/// One thing that happened in a run.
public enum JournalEntry: Sendable {
    /// A stage started, went on or ended: the whole record, by run, position and item. Replaces the former one.
    case stage(run: String, StageRecord)
    /// An attempt ended.
    case attempt(run: String, AttemptRecord)
    /// The last entry of a run: its status, document, error and end.
    case runFinished(RunRecord)
    /// The file of a run that ends is held in quarantine.
    case quarantined(QuarantineEntry)
}
