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
    case forgotten([LedgerEntry.File])
    case alarm
    case rescan
    case stop
    case replaced(WatchRules)
    /// Steps that a look through folders has asked for while it went on.
    case steps([IntakeStep])
}
