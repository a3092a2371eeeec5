internal import FileIntake
internal import Pipelines
internal import Platform

/// All that the intake of one watch knows, and what follows from what happens: it decides and does nothing itself. Every
/// call returns the steps that are to be taken now. What concerns one file alone is decided by its `TrackedFile`.
struct IntakeState {
    typealias Instant = ContinuousClock.Instant

    /// How many files wait at a time; the rest is found again when these are done.
    static let maxCandidates = 10_000
    /// A file whose path is that of one that is being processed is looked at again after this.
    private static let postponement = Duration.milliseconds(100)
    /// A user of cron comes again, and does not wait for longer than this until what runs depend on works.
    private static let maxPause = Duration.seconds(4)

    var rules: WatchRules
    let watch: Int64
    private let width: Int
    /// Ends when all that is there has been dealt with; nil: it goes on.
    private(set) var once: OnceDeadlines?
    var known = KnownFiles()
    var files = TrackedFiles()
    private(set) var order: TurnOrder
    /// When candidates are to be looked at again: one that does not wait for that any more is found out when it comes up.
    private var dues = Heap<(due: Instant, file: LedgerEntry.File)> { $0.due < $1.due }
    var inspections = InspectionQueue()
    var ignored = IgnoredFiles()
    var scans = ScanPlan()
    var isStopping = false
    private(set) var taken = 0
    private(set) var overflows = 0
    private(set) var tally = IntakeTally()

    init(rules: WatchRules, watch: Int64, width: Int, isOnce: Bool, breaker: Breaker = Breaker()) {
        self.rules = rules
        self.watch = watch
        self.width = width
        once = isOnce ? OnceDeadlines() : nil
        order = TurnOrder(breaker)
    }

    /// Takes in what the ledger has.
    mutating func load(_ entries: [LedgerEntry], at now: Instant) {
        for entry in entries {
            // The mark of a watch that began without what was there.
            if entry.file.inode == 0 { continue }
            if entry.state == .settled {
                known.add(entry.file, FileMark(entry), at: entry.path, seen: 0)
                continue
            }
            let file = TrackedFile(entry, at: now)
            _ = files.update(file)
            order.add(file, first: false)
        }
    }

    // MARK: What happens

    /// Everything is to be looked through.
    mutating func wantScan(at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        scans.isWanted = true
        return proceed(at: now, time)
    }

    /// What the kernel has told.
    mutating func changed(_ changes: ChangeBacklog.Changes, at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        overflows += changes.overflows
        for _ in 0..<changes.overflows { steps.append(.log(.overflow)) }
        if changes.overflows > 0 { scans.isWanted = true }
        for path in changes.paths {
            if path == rules.base || FolderScan.isBelow(rules.base, path) {
                scans.isWanted = true
            } else if let subject = rules.marker?.file(of: path) {
                inspections.add([subject])
            } else {
                if let file = files.candidate(at: path) { advance(file, .touched, at: now, time, &steps) }
                inspections.add([path])
            }
        }
        for folder in changes.gone {
            if folder == rules.base || FolderScan.isBelow(rules.base, folder) { scans.isWanted = true }
            let inside = files.all.filter { $0.isCandidate && FolderScan.isBelow($0.path, folder) }
            inspections.add(inside.map(\.path))
        }
        return steps + proceed(at: now, time)
    }

    /// Something was due.
    mutating func alarm(at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        var due: [FoundFile] = []
        while let first = dues.first, first.due <= now {
            _ = dues.popFirst()
            guard case .waiting(_, let wanted)? = files[first.file]?.phase, wanted == first.due else { continue }
            advance(first.file, .due, at: now, time, &steps)
            if let found = files[first.file]?.found { due.append(found) }
        }
        // Many settle at the same moment, and the first that is found to be whole is the first to go.
        inspections.add(due.sorted(by: FoundFile.isOlder).map(\.path))
        if let due = scans.due, due <= now { scans.isWanted = true }
        return steps + proceed(at: now, time)
    }

    /// A file that the ledger knows has been compared with what was processed.
    mutating func compared(
        _ found: FoundFile, _ comparison: Comparison, at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        advance(found.file, .compared(found, comparison), at: now, time, &steps)
        return steps + proceed(at: now, time)
    }

    /// What was going on for a file has ended.
    mutating func ended(
        _ job: FileJob, _ outcome: FileOutcome, at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        if let status = outcome.status, !outcome.ending.isTransient {
            tally.counts[status, default: 0] += 1
            if outcome.isDuplicate { tally.duplicates += 1 }
        }
        advance(job.entry.file, .ended(job, outcome), at: now, time, &steps)
        return steps + proceed(at: now, time)
    }

    // MARK: Files

    /// Sees to it that there is a record of a file that was found.
    ///
    /// - Returns: false: there is no room for it, or nothing is to be done for it.
    mutating func admit(
        _ found: FoundFile, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]
    ) -> Bool {
        switch files.kind(of: found.file) {
        // It was processed while the look that has seen it before went on: without this it would be read once more.
        case nil where known.standing(of: found, seen: 0).needsNothing: return false
        case nil, .missing:
            guard files.candidateCount < Self.maxCandidates else {
                scans.omitted += 1
                return false
            }
            once?.note(found.file, at: now)
            if files[found.file] == nil {
                // One that has another's path now is what is there.
                store(TrackedFile(found, at: now, time), at: now, time, &steps)
            }
            return true
        default: return true
        }
    }

    /// Lets something happen to a file, and sees to what follows.
    mutating func advance(
        _ file: LedgerEntry.File, _ event: TrackedFile.Event, at now: Instant, _ time: Timestamp,
        _ steps: inout [IntakeStep]
    ) {
        guard var tracked = files[file] else { return }
        let moment = TrackedFile.Moment(
            watch: watch, now: now, time: time, scans: scans.number, completed: order.completed,
            deadline: once?.deadline(of: file, rules.timing.timeout))
        let actions = tracked.advance(event, rules, at: moment)
        store(tracked, at: now, time, &steps)
        for action in actions { carryOut(action, of: tracked, at: now, time, &steps) }
    }

    private mutating func store(
        _ tracked: TrackedFile, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]
    ) {
        guard let other = files.update(tracked) else { return }
        advance(other, .displaced, at: now, time, &steps)
    }

    private mutating func carryOut(
        _ action: TrackedFile.Action, of tracked: TrackedFile, at now: Instant, _ time: Timestamp,
        _ steps: inout [IntakeStep]
    ) {
        switch action {
        case .inspect(let paths): inspections.add(paths)
        case .scan: scans.isWanted = true
        case .wake(let due): dues.insert((due, tracked.file))
        case .lineUp(let first): order.add(tracked, first: first)
        case .start(let job):
            if job.kind == .begin { taken += 1 }
            steps.append(.work(job))
        case .compare(let found): steps.append(.compare(found))
        case .remember(let entry): remember(entry, of: tracked.file)
        case .rememberName(let path):
            known.addName(path, of: tracked.file)
            ignored.noteName(path)
        case .forget: known.remove(tracked.file)
        case .removeEntry: if let run = tracked.entry?.run { steps.append(.removeEntry(tracked.file, run: run)) }
        case .giveUp(let reason):
            once?.giveUp(tracked.file)
            if reason == .blocked { tally.unreadable += 1 } else { tally.waiting += 1 }
        case .ignore(let path, let reason): ignore(path, reason, &steps)
        case .log(let event): steps.append(.log(event))
        case .report(.stopping): isStopping = true
        case .report(let report):
            for event in order.note(report, at: now, time) {
                steps.append(.log(event))
                if once != nil, case .paused(_, let wait) = event, wait > Self.maxPause { isStopping = true }
            }
        }
    }

    /// Nothing is left to do for a file, as it is on record.
    private mutating func remember(_ entry: LedgerEntry, of file: LedgerEntry.File) {
        if entry.file != file {
            known.remove(file)
            // Its run was about the one that is there now; what goes on for that one is concluded by its own end.
            if var other = files[entry.file], other.phase.kind != .running, other.phase.kind != .comparing {
                other.phase = .done
                _ = files.update(other)
            }
        }
        // Two looks through all folders have to miss it before it is forgotten.
        known.add(entry.file, FileMark(entry), at: entry.path, seen: scans.number)
    }

    mutating func ignore(_ path: Path, _ reason: String, _ steps: inout [IntakeStep]) {
        if let event = ignored.add(path, reason) { steps.append(.log(event)) }
    }

    // MARK: What is to be done now

    /// Takes what may be taken now, and starts looks that are wanted.
    mutating func proceed(at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        if let paths = inspections.begin() { steps.append(.inspect(paths)) }
        if isStopping { return steps }
        // What was left out is looked for again when there is room for a good part of it.
        if scans.omitted > 0, files.candidateCount < Self.maxCandidates / 2 { scans.isWanted = true }
        if let scan = scans.next(limit: max(0, Self.maxCandidates - files.candidateCount)) {
            if case .scan(nil, _, _) = scan { ignored.beginLook() }
            steps.append(scan)
        }
        while files.count(.running) < width, let file = order.next(of: files, at: now) {
            // One at a time for a path: a later one finds out what the first one has read.
            let isPostponed = files.kind(of: file) == .ready && files[file].map { files.isBusy($0.path) } ?? false
            let event: TrackedFile.Event =
                isPostponed ? .postponed(until: now + Self.postponement) : .turn(isKnown: known.contains(file))
            advance(file, event, at: now, time, &steps)
            if files.kind(of: file) != .running { _ = order.note(.notBegun, at: now, time) }
        }
        return steps
    }

    /// When something is to be done although nothing happens.
    var nextDue: Instant? {
        if isStopping { return nil }
        let turn = files.count(.running) < width ? order.due(for: files) : nil
        return [scans.due, dues.first?.due, turn].compactMap { $0 }.min()
    }

    /// Whether nothing is left to be waited for.
    var isFinished: Bool {
        guard files.count(.running) == 0, files.count(.comparing) == 0 else { return false }
        if isStopping { return true }
        return once != nil && scans.hasFinished && scans.isIdle && inspections.isEmpty && files.candidateCount == 0
            && files.count(.queued) == 0 && files.count(.failing) == 0
    }
}
