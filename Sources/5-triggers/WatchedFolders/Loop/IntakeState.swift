internal import FileIntake
internal import Pipelines
internal import Platform

/// All that the intake of one watch knows, and what follows from what happens: it decides and does nothing itself. Every
/// call returns the steps that are to be taken now.
struct IntakeState {
    typealias Instant = ContinuousClock.Instant

    /// How many files wait at a time; the rest is found again when these are done.
    static let maxCandidates = 10_000
    /// Where folders cannot be watched for want of room, they are looked through this often.
    static let poll = Duration.seconds(45)
    /// Where no events are to be had at all, it begins with this wait, and doubles it.
    static let firstPoll = Duration.seconds(1)

    var rules: WatchRules
    let watch: Int64
    let width: Int
    /// Ends when all that is there has been dealt with.
    let isOnce: Bool
    var known = KnownFiles()
    var candidates: [LedgerEntry.File: Candidate] = [:]
    /// Of the candidates.
    var paths: [Path: LedgerEntry.File] = [:]
    var works: [LedgerEntry.File: IntakeWork] = [:]
    var breaker: Breaker
    /// For files that can be neither moved nor deleted.
    var moves = Breaker()
    var ready = ReadyFiles()
    /// Candidates that are whole.
    var whole: [LedgerEntry.File: Instant] = [:]
    var dues: [LedgerEntry.File: Instant] = [:]
    var dueTimes = DueTimes()
    /// Works that wait for room, first come first served.
    var queue: ArraySlice<LedgerEntry.File> = []
    var stuck: ArraySlice<LedgerEntry.File> = []
    var failing: ArraySlice<LedgerEntry.File> = []
    var running = 0
    var ended = 0
    var comparing = 0
    /// Paths of files that are being processed.
    var busy: Set<Path> = []
    /// Where candidates were before: what lies there may be another name of theirs.
    var formerPaths: [LedgerEntry.File: Path] = [:]
    /// Paths that are being looked at, and whether they are to be looked at again.
    var looking: [Path: Bool] = [:]

    var ignored: [Path: String] = [:]
    var ignoredMore = 0
    var told: Set<Path> = []
    var toldProblems: Set<String> = []

    var isStopping = false
    var isMissing = false
    var hasScanned = false
    var isScanning = false
    /// The one that is going on looks through everything.
    var wantsScan = true
    var starts: [Path] = []
    var scans: UInt32 = 0
    var scanDue: Instant?
    /// Files that were found and not taken in.
    var omitted = 0
    var folders = 0
    var lastScan: Timestamp?
    var standing = FolderArming.Standing()
    /// How many looks through everything have got no events after one that had got none either.
    var silentScans = 0
    var taken = 0
    var overflows = 0
    var resumesAt: Timestamp?
    var tally = IntakeTally()
    /// Of the last look through everything.
    var problemCount = 0
    /// Files that `runOnce` has waited for in vain.
    var abandoned: Set<LedgerEntry.File> = []
    var firstSeen: [LedgerEntry.File: Instant] = [:]

    init(rules: WatchRules, watch: Int64, width: Int, isOnce: Bool, breaker: Breaker = Breaker()) {
        self.rules = rules
        self.watch = watch
        self.width = width
        self.isOnce = isOnce
        self.breaker = breaker
    }

    // MARK: What was there before

    /// Takes in what the ledger has.
    mutating func load(_ entries: [LedgerEntry], at now: Instant) {
        for entry in entries {
            // The mark of a watch that began without what was there.
            if entry.file.inode == 0 { continue }
            if entry.state == .settled {
                known.add(entry.file, FileMark(entry), at: entry.path, seen: 0)
                continue
            }
            works[entry.file] = IntakeWork(
                entry: entry, stage: .queued(entry.state == .ended ? .finish : .resume), path: entry.path,
                since: entry.takenAt, lookedAt: now)
            queue.append(entry.file)
        }
    }

    // MARK: Looks through folders

    /// Whether a look through folders finds files that need a closer one. Called from the thread that looks.
    mutating func sift(_ batch: [FoundFile], number: UInt32, steps: inout [IntakeStep]) -> [FoundFile] {
        var renumbered: [(from: LedgerEntry.File, to: FoundFile)] = []
        let unknown = batch.filter { found in
            if abandoned.contains(found.file) { return false }
            if var candidate = candidates[found.file] {
                if candidate.path != found.path, paths[found.path] == nil {
                    rename(&candidate, to: found.path)
                    candidates[found.file] = candidate
                }
                return false
            }
            if works[found.file] != nil {
                works[found.file]?.see(found.path)
                return works[found.file]?.stage == .missing
            }
            switch known.standing(of: found, seen: number) {
            case .new, .changed: return true
            case .same: return false
            case .renumbered(let former):
                known.remove(former)
                known.add(found.file, found.mark, at: found.path, seen: number)
                renumbered.append((former, found))
                return false
            }
        }
        if !renumbered.isEmpty { steps.append(.renumber(renumbered)) }
        return unknown
    }

    /// A look through folders has ended.
    mutating func scanned(
        _ report: ScanReport, _ standing: FolderArming.Standing, at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        isScanning = false
        for problem in report.problems where toldProblems.insert(problem).inserted && toldProblems.count < 1_000 {
            steps.append(.log(.problem(problem)))
        }
        var looks: [Path] = []
        for found in report.found where candidates[found.file] == nil {
            if candidates.count >= Self.maxCandidates {
                omitted += 1
                continue
            }
            admit(found, at: now, time)
            looks.append(found.path)
        }
        if report.starts == nil {
            ignored = [:]
            ignoredMore = report.ignoredCount - report.ignored.count
            omitted = report.omitted
            silentScans = standing.hasEvents || self.standing.hasEvents ? 0 : silentScans + 1
            self.standing = standing
            folders = report.folders
            problemCount = report.problemCount
            lastScan = time
            if report.isMissing != isMissing {
                isMissing = report.isMissing
                // A folder that was not there from the start is told as missing, too; one that is found needs no word then.
                if isMissing || hasScanned { steps.append(.log(isMissing ? .missing : .found)) }
            }
            if report.isComplete, !hasScanned {
                hasScanned = true
                steps.append(.log(.started))
            }
            scanDue = now + interval
            let isWhole = report.isComplete && !report.isMissing && report.problemCount == 0
            if isWhole, report.number > 1, known.hasUnseen(since: report.number - 1) {
                steps.append(.forget(since: report.number - 1))
            }
            if isWhole { giveUpMissing(after: report, seen: Set(report.found.map(\.file)), &steps) }
        } else {
            omitted += report.omitted
        }
        for item in report.ignored { ignore(item.path, item.reason, &steps) }
        steps += look(looks)
        return steps + proceed(at: now, time)
    }

    /// How often everything is looked through.
    private var interval: Duration {
        if isMissing { return min(rules.rescan, .seconds(30)) }
        guard standing.reason != nil, !standing.isRemote else { return rules.rescan }
        // Each look asks for events again, and is what makes up for those that were not told.
        let wait = standing.hasEvents ? Self.poll : Self.firstPoll * (1 << min(silentScans, 10))
        return min(rules.rescan, Self.poll, wait)
    }

    /// Everything is to be looked through.
    mutating func wantScan(at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        wantsScan = true
        return proceed(at: now, time)
    }

    // MARK: Events

    /// What the kernel has told.
    mutating func changed(_ changes: ChangeBacklog.Changes, at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        if changes.overflows > 0 {
            overflows += changes.overflows
            for _ in 0..<changes.overflows { steps.append(.log(.overflow)) }
            wantsScan = true
        }
        var looks: [Path] = []
        for path in changes.paths {
            if path == rules.base || FolderScan.isBelow(rules.base, path) {
                wantsScan = true
                continue
            }
            if let subject = rules.marker?.file(of: path) {
                looks.append(subject)
                continue
            }
            if let file = paths[path] { candidates[file]?.resetBackoff() }
            looks.append(path)
        }
        for folder in changes.gone {
            if folder == rules.base || FolderScan.isBelow(rules.base, folder) { wantsScan = true }
            looks += candidates.values.filter { FolderScan.isBelow($0.path, folder) }.map(\.path)
        }
        steps += look(looks)
        return steps + proceed(at: now, time)
    }

    /// Something is to be looked at; a path that is being looked at already is so again afterwards.
    mutating func look(_ paths: [Path]) -> [IntakeStep] {
        var fresh: [Path] = []
        for path in paths {
            if looking[path] == nil {
                looking[path] = false
                fresh.append(path)
            } else {
                looking[path] = true
            }
        }
        return fresh.isEmpty ? [] : [.look(fresh)]
    }

    // MARK: Helpers

    mutating func admit(_ found: FoundFile, at now: Instant, _ time: Timestamp) {
        // One that has another's path now is what is there.
        if let former = paths[found.path], former != found.file { drop(former) }
        let entry = works[found.file]?.stage == .missing ? works[found.file]?.entry : nil
        if entry != nil { works[found.file] = nil }
        candidates[found.file] = Candidate(
            found, isKnown: known.contains(found.file), entry: entry, at: now, time)
        paths[found.path] = found.file
        if isOnce { firstSeen[found.file] = firstSeen[found.file] ?? now }
    }

    mutating func rename(_ candidate: inout Candidate, to path: Path) {
        if paths[candidate.path] == candidate.file { paths[candidate.path] = nil }
        formerPaths[candidate.file] = candidate.path
        candidate.path = path
        paths[path] = candidate.file
    }

    /// Nothing waits for it any more.
    mutating func drop(_ file: LedgerEntry.File) {
        guard let candidate = candidates.removeValue(forKey: file) else { return }
        if paths[candidate.path] == file { paths[candidate.path] = nil }
        whole[file] = nil
        dues[file] = nil
        // What the ledger has of it is not forgotten by that.
        if let entry = candidate.entry, works[file] == nil {
            works[file] = IntakeWork(
                entry: entry, stage: .missing, path: candidate.path, since: entry.takenAt,
                lookedAt: candidate.lastChange)
            works[file]?.markMissing(after: scans)
        }
    }

    mutating func ignore(_ path: Path, _ reason: String, _ steps: inout [IntakeStep]) {
        if ignored.count < IntakeStatus.maxListed || ignored[path] != nil {
            ignored[path] = reason
        } else {
            ignoredMore += 1
        }
        // Each is told once, and of very many only the first ones.
        if told.count < IntakeStatus.maxListed, told.insert(path).inserted {
            steps.append(.log(.ignored(path, reason)))
        }
    }
}
