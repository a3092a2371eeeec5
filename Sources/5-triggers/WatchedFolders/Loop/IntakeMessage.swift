internal import FileIntake
internal import Pipelines
internal import Platform

/// What is told to the loop of an intake.
enum IntakeMessage: Sendable {
    /// The backlog holds something.
    case changed
    case scanned(ScanReport, FolderArming.Standing)
    case inspected([PathInspection])
    case compared(FoundFile, Comparison)
    case ended(FileJob, FileOutcome)
    /// Files that were not seen since that look through all folders.
    case forgotten([LedgerEntry.File], since: UInt32)
    case alarm
    case rescan
    case stop
    case replaced(WatchRules)
    /// Steps that a look through folders has asked for while it went on.
    case steps([IntakeStep])
}

/// Something that the intake has to do, decided by its state.
enum IntakeStep: Sendable {
    case scan(starts: [Path]?, number: UInt32, limit: Int)
    /// These paths are to be looked at, and those that wait after them.
    case inspect([Path])
    case work(FileJob)
    /// Whether the contents of a file that the ledger knows are those that were processed.
    case compare(FoundFile)
    /// The ledger is to take in files under another number of their device.
    case renumber([(from: LedgerEntry.File, to: FoundFile)])
    /// A file that is gone before its run began: the ledger is to forget it.
    case removeEntry(LedgerEntry.File, run: String)
    /// Files that were not seen by looks through all folders from that one on.
    case forget(since: UInt32)
    case log(LogEvent)
}
