internal import Pipelines
internal import Platform

/// A file that the ledger has as taken, while something is still to be done for it.
struct IntakeWork: Sendable {
    enum Stage: Sendable, Hashable {
        /// Waits for room.
        case queued(FileJob.Kind)
        /// Something goes on for it.
        case running(FileJob.Kind)
        /// Its contents are compared with those that were processed.
        case comparing
        /// Its run did not begin, and the file is not what it was; or its run has ended, and the file is not where it was, or
        /// is written to. It has to be found and to be whole again.
        case lost
        /// Its run failed in a way that is expected to pass.
        case failing
        /// It can be neither moved nor deleted now.
        case stuck
    }

    var entry: LedgerEntry
    var stage: Stage
    /// Where it is by now.
    var path: Path
    var since: Timestamp
    /// Why it waits, for people.
    var detail = ""
    /// How many looks through all folders had begun when it got lost.
    var lostSince: UInt32 = 0
    var lookedAt: ContinuousClock.Instant
    /// How often its run failed in a way that is expected to pass, in this process.
    var failures = 0
    /// How many others had come to an end when it first failed.
    var othersAtFirstFailure = 0

    var isRunning: Bool { if case .running = stage { true } else { false } }
}
