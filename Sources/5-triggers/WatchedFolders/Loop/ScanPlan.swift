internal import Pipelines
internal import Platform

/// When folders are looked through, and what that has shown of the folders themselves.
struct ScanPlan: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Where folders cannot be watched for want of room, they are looked through this often.
    static let poll = Duration.seconds(45)
    /// Where no events are to be had at all, it begins with this wait, and doubles it.
    private static let firstPoll = Duration.seconds(1)
    /// How often a folder that is not there is looked for, at the least.
    private static let missingPoll = Duration.seconds(30)

    /// Everything is to be looked through.
    var isWanted = true
    /// Folders that alone are to be looked through.
    var starts: [Path] = []
    /// How many looks through everything have begun.
    private(set) var number: UInt32 = 0
    private(set) var isUnderway = false
    /// Whether everything has been looked through.
    private(set) var hasFinished = false
    /// Whether the folder to begin at is not there.
    private(set) var isMissing = false
    /// When everything is looked through although nothing asks for it.
    private(set) var due: Instant?
    /// How folders are watched.
    private(set) var standing = FolderArming.Standing()
    /// Of the last look through everything.
    private(set) var folders = 0
    private(set) var problemCount = 0
    private(set) var last: Timestamp?
    /// Files that were found and not taken in.
    var omitted = 0
    /// How many looks through everything have got no events after one that had got none either.
    private var silent = 0

    /// Whether nothing is to be looked through, as far as is known.
    var isIdle: Bool { !isUnderway && !isWanted && starts.isEmpty && omitted == 0 }

    /// What is to be looked through now; nil: nothing, or a look is under way.
    ///
    /// - Parameter limit: how many files may be found.
    mutating func next(limit: Int) -> IntakeStep? {
        guard !isUnderway, isWanted || !starts.isEmpty else { return nil }
        isUnderway = true
        defer { starts = [] }
        guard isWanted else { return .scan(starts: starts, number: 0, limit: limit) }
        (isWanted, due, omitted) = (false, nil, 0)
        number += 1
        return .scan(starts: nil, number: number, limit: limit)
    }

    /// A look has ended.
    ///
    /// - Parameter rescan: how often everything is looked through.
    /// - Returns: what the log is told.
    mutating func finish(
        _ report: ScanReport, _ standing: FolderArming.Standing, rescan: Duration, at now: Instant, _ time: Timestamp
    ) -> [LogEvent] {
        isUnderway = false
        guard report.starts == nil else {
            omitted += report.omitted
            return []
        }
        omitted = report.omitted
        silent = standing.hasEvents || self.standing.hasEvents ? 0 : silent + 1
        (self.standing, folders, problemCount, last) = (standing, report.folders, report.problemCount, time)
        var events: [LogEvent] = []
        if report.isMissing != isMissing {
            isMissing = report.isMissing
            // A folder that was not there from the start is told as missing, too; one that is found needs no word then.
            if isMissing || hasFinished { events.append(isMissing ? .missing : .found) }
        }
        if report.isComplete, !hasFinished {
            hasFinished = true
            events.append(.started)
        }
        due = now + interval(rescan)
        return events
    }

    /// How often everything is looked through.
    private func interval(_ rescan: Duration) -> Duration {
        if isMissing { return min(rescan, Self.missingPoll) }
        guard standing.reason != nil, !standing.isRemote else { return rescan }
        // Each look asks for events again, and is what makes up for those that were not told.
        let wait = standing.hasEvents ? Self.poll : Self.firstPoll * (1 << min(silent, 10))
        return min(rescan, Self.poll, wait)
    }
}

/// How long `runOnce` waits for files that a writer or a user has to do something about. It remembers each one that it has seen, also
/// when that is taken, or gone, and comes again, so that it ends.
struct OnceDeadlines: Sendable {
    typealias Instant = ContinuousClock.Instant

    private var firstSeen: [LedgerEntry.File: Instant] = [:]
    private var givenUp: Set<LedgerEntry.File> = []

    /// A file was found.
    mutating func note(_ file: LedgerEntry.File, at now: Instant) {
        if firstSeen[file] == nil { firstSeen[file] = now }
    }

    func deadline(of file: LedgerEntry.File, _ timeout: Duration) -> Instant? {
        firstSeen[file].map { $0 + timeout }
    }

    /// It is waited for no longer, and needs no look.
    mutating func giveUp(_ file: LedgerEntry.File) { givenUp.insert(file) }

    func hasGivenUp(_ file: LedgerEntry.File) -> Bool { givenUp.contains(file) }
}
