internal import Platform

/// What a look through folders has shown.
struct ScanReport: Sendable {
    /// A sub-tree alone; nil: everything.
    var starts: [Path]?
    /// The number of a look through everything; 0 of others.
    var number: UInt32 = 0
    /// Files that are not known, oldest first.
    var found: [FoundFile] = []
    /// How many more there are.
    var omitted = 0
    var ignored: [IntakeStatus.Ignored] = []
    var ignoredCount = 0
    /// Folders that were looked into.
    var folders = 0
    /// Why folders could not be looked into, a sentence each.
    var problems: [String] = []
    var problemCount = 0
    /// Whether it came to its end.
    var isComplete = false
    /// Whether the folder to begin at is not there.
    var isMissing = false

    private static let maxProblems = 20

    mutating func ignore(_ path: Path, _ reason: String) {
        ignoredCount += 1
        if ignored.count < IntakeStatus.maxListed {
            ignored.append(IntakeStatus.Ignored(path: path, reason: reason))
        }
    }

    mutating func complain(_ text: String) {
        problemCount += 1
        if problems.count < Self.maxProblems { problems.append(text) }
    }
}
