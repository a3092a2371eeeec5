internal import Pipelines
internal import Platform

/// What came of a stage, for its run to take in.
struct StageOutcome: Sendable {
    var record: StageRecord
    /// Entries that are not committed yet, its own among them.
    var pending: [JournalEntry]
    /// Elements that did not succeed, the first ones.
    var items: [StageRecord] = []
    /// The run is another process's now, or was given up.
    var isAbandoned = false
}
