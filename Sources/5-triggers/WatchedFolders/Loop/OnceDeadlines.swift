internal import Pipelines

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
