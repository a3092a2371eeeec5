internal import Engine
internal import Pipelines
internal import Platform

/// What is to be done with a file that is taken.
struct FileJob: Sendable {
    enum Kind: Sendable, Hashable {
        /// Its run is to begin.
        case begin
        /// Its run may have begun: the journal knows.
        case resume
        /// Its run failed in a way that is expected to pass.
        case retry
        /// Its run has ended, and the file is to be moved or deleted.
        case finish
    }

    let kind: Kind
    let entry: LedgerEntry
    let rules: WatchRules
    /// When the file was last seen to be whole.
    let lookedAt: ContinuousClock.Instant
    /// Whether a failure that is expected to pass counts as one that does not.
    let isLastTry: Bool
}

/// What became of it.
enum FileEnding: Sendable {
    /// The file stays where it is, and nothing is left to do.
    case settled(LedgerEntry)
    /// The file was moved or deleted. The ledger has forgotten it; or the entry, because it has further names.
    case left(LedgerEntry?)
    /// The run has ended, and the file is to be moved or deleted once it is found, and has no writer: it is not where
    /// it was, or a writer has opened it.
    case missing(LedgerEntry)
    /// What lies at the path is another file, or has other contents; the entry tells what is settled, if anything is.
    case changed(LedgerEntry?, Path)
    /// The run failed in a way that is expected to pass.
    case transient(LedgerEntry, String)
    /// The ledger or the journal cannot be read or written now.
    case unrecorded(LedgerEntry, String)
    /// The file can be neither moved nor deleted now.
    case stuck(LedgerEntry, String)
    /// The process is ending.
    case notBegun(LedgerEntry)

    var isTransient: Bool { if case .transient = self { true } else { false } }
}

/// What became of a file, and what its run came to; nil: it has not ended here.
struct FileOutcome: Sendable {
    var ending: FileEnding
    var status: RunStatus?
    var isDuplicate = false

    init(_ ending: FileEnding, _ status: RunStatus? = nil, isDuplicate: Bool = false) {
        self.ending = ending
        self.status = status
        self.isDuplicate = isDuplicate
    }
}
