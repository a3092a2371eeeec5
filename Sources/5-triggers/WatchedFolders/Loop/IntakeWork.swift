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
        case missing
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
    /// How many looks through all folders had begun when it was not where it was.
    var missingSince: UInt32 = 0
    var lookedAt: ContinuousClock.Instant
    /// How often its run failed in a way that is expected to pass, in this process.
    var failures = 0
    /// How many others had come to an end when it first failed.
    var othersAtFirstFailure = 0

    /// Further paths at which it was seen meanwhile: names that it has got, whose files are to be looked at afterwards.
    private(set) var names: Set<Path> = []

    var isRunning: Bool { if case .running = stage { true } else { false } }

    /// The first look through all folders that has to miss it, if it is missing, before it is forgotten. One that is to be
    /// moved must not be taken for a new one, so two such looks have to miss it.
    var scansToMiss: UInt32 { missingSince + (entry.state == .ended ? 2 : 1) }

    /// It was seen at a path.
    mutating func see(_ path: Path) {
        names.formUnion([self.path, path])
        self.path = path
    }

    /// It has to be found.
    ///
    /// - Parameter scans: how many looks through all folders have begun.
    mutating func markMissing(after scans: UInt32) {
        stage = .missing
        missingSince = scans
    }
}
