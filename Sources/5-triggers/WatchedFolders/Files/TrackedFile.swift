internal import Pipelines
internal import Platform

/// A file of a watched folder for as long as something is to be done for it: the one record of it, from the first look that
/// saw it until its run has ended and it lies where the pipeline wants it. A value; times are of a monotonic clock.
struct TrackedFile: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// How far it is. Indirect: of a hundred thousand files, each place of the table that they are in would be three times as
    /// large.
    indirect enum Phase: Sendable {
        /// It is not known to be whole. It is looked at at `due`, and when something happens to it; nil: it is being looked at.
        case waiting(Candidate, due: Instant?)
        /// It is whole, and waits for its turn among the others, oldest first.
        case ready(Candidate, since: Instant)
        /// Its contents are compared with those that were processed.
        case comparing(Candidate)
        /// The ledger has it, or is to have it; it waits for room, first come first served.
        case queued(FileJob.Kind)
        /// Something goes on for it.
        case running(FileJob.Kind)
        /// Its run failed in a way that is expected to pass.
        case failing
        /// Its run did not begin, and the file is not what it was; or its run has ended, and the file is not where it was, or
        /// is written to. It has to be found and to be whole again. `since`: how many looks through all folders had begun.
        case missing(since: UInt32)
        /// It can be neither moved nor deleted now.
        case stuck
        /// Nothing is left to do.
        case done

        /// A phase without what belongs to it.
        enum Kind: Int, Sendable, CaseIterable {
            case waiting, ready, comparing, queued, running, failing, missing, stuck, done
        }

        var kind: Kind {
            switch self {
            case .waiting: .waiting
            case .ready: .ready
            case .comparing: .comparing
            case .queued: .queued
            case .running: .running
            case .failing: .failing
            case .missing: .missing
            case .stuck: .stuck
            case .done: .done
            }
        }
    }

    let file: LedgerEntry.File
    /// Where it is by now.
    var path: Path
    /// Where it waited before: what lies there may be another name of it.
    var formerPath: Path?
    var phase: Phase
    /// What the ledger has of it, or is to have, from its turn on; nil: nothing that is unfinished.
    var entry: LedgerEntry? {
        get { recorded?.entry }
        set { recorded = newValue.map(Recorded.init) }
    }
    /// Few have one at a time, and it is large.
    private var recorded: Recorded?

    private final class Recorded: Sendable {
        let entry: LedgerEntry

        init(_ entry: LedgerEntry) {
            self.entry = entry
        }
    }

    /// Since when it is in its phase; a candidate has a time of its own.
    var since: Timestamp
    /// Why it waits, for people.
    var detail = ""
    /// When it was last seen to be whole.
    var lookedAt: Instant
    /// How often its run failed in a way that is expected to pass, in this process.
    var failures = 0
    /// How many others had come to an end when it first failed.
    var othersAtFirstFailure = 0
    /// Further paths at which it was seen since its turn: names that it has got, whose files are to be looked at afterwards.
    private(set) var names: Set<Path> = []

    /// One that was found.
    init(_ found: FoundFile, at now: Instant, _ time: Timestamp) {
        file = found.file
        path = found.path
        phase = .waiting(Candidate(found.mark, at: now, time), due: nil)
        since = time
        lookedAt = now
    }

    /// One that an earlier process has left.
    init(_ entry: LedgerEntry, at now: Instant) {
        file = entry.file
        path = entry.path
        phase = .queued(entry.state == .ended ? .finish : .resume)
        recorded = Recorded(entry)
        since = entry.takenAt
        lookedAt = now
    }

    /// What was seen of it while it waits to be taken; nil: it does not.
    var candidate: Candidate? {
        switch phase {
        case .waiting(let candidate, _), .ready(let candidate, _): candidate
        default: nil
        }
    }

    /// Whether it waits to be taken.
    var isCandidate: Bool { candidate != nil }

    /// As a candidate was seen last.
    var found: FoundFile? { candidate.map { FoundFile(file: file, path: path, mark: $0.mark) } }

    /// The first look through all folders that has to miss it, if it is missing, before it is forgotten. One that is to be
    /// moved must not be taken for a new one, so two such looks have to miss it.
    var scansToMiss: UInt32 {
        guard case .missing(let since) = phase else { return .max }
        return since + (entry?.state == .ended ? 2 : 1)
    }

    /// Its names but one.
    func names(but path: Path) -> [Path] { names.filter { $0 != path } }

    /// It was seen at a path since its turn.
    mutating func see(_ path: Path) {
        names.formUnion([self.path, path])
        self.path = path
    }

    mutating func forgetNames() { names = [] }

    /// For `status`.
    var waiting: IntakeStatus.Waiting {
        if let candidate {
            return IntakeStatus.Waiting(
                path: path, reason: candidate.reason, detail: candidate.detail, since: candidate.since,
                size: candidate.mark.size)
        }
        var (since, size) = (self.since, entry?.size ?? 0)
        if case .comparing(let candidate) = phase { (since, size) = (candidate.since, candidate.mark.size) }
        return IntakeStatus.Waiting(path: path, reason: reason, detail: entry?.note ?? detail, since: since, size: size)
    }

    private var reason: IntakeStatus.Waiting.Reason {
        switch phase {
        case .waiting(let candidate, _), .ready(let candidate, _): candidate.reason
        case .queued, .failing, .done: .queued
        case .running(.finish), .stuck: .stuck
        case .running: .running
        case .comparing, .missing: .settling
        }
    }
}
