internal import FileIntake
internal import Pipelines
internal import Platform

extension IntakeState {
    /// Takes what may be taken now, and starts looks that are wanted.
    mutating func proceed(at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        startScan(&steps)
        guard !isStopping else { return steps }
        while running < width, let job = next(at: now, time, &steps) {
            running += 1
            busy.insert(job.entry.path)
            steps.append(.work(job))
        }
        return steps
    }

    private mutating func startScan(_ steps: inout [IntakeStep]) {
        // What was left out is looked for again when there is room for a good part of it.
        if omitted > 0, candidates.count < Self.maxCandidates / 2 { wantsScan = true }
        guard !isScanning, !isStopping, wantsScan || !starts.isEmpty else { return }
        isScanning = true
        let limit = max(0, Self.maxCandidates - candidates.count)
        if wantsScan {
            wantsScan = false
            scanDue = nil
            starts = []
            omitted = 0
            scans += 1
            steps.append(.scan(starts: nil, number: scans, limit: limit))
        } else {
            steps.append(.scan(starts: starts, number: 0, limit: limit))
            starts = []
        }
    }

    private mutating func next(at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]) -> FileJob? {
        // What only has to be moved is no matter of what runs depend on.
        while let file = stuck.first, works[file]?.stage != .stuck { _ = stuck.popFirst() }
        if let file = stuck.first, moves.admits(at: now) {
            _ = stuck.popFirst()
            return job(file, .finish, at: now, time)
        }
        // Only what waits counts as let through.
        guard !queue.isEmpty || !failing.isEmpty || !whole.isEmpty else { return nil }
        let isProbe = breaker.isOpen
        if isProbe {
            guard breaker.admits(at: now) else { return nil }
            if let job = probe(at: now, time, &steps) { return job }
            breaker.putBack(at: now)
            return nil
        }
        while let file = queue.popFirst() {
            if case .queued(let kind)? = works[file]?.stage { return job(file, kind, at: now, time) }
        }
        while let file = failing.popFirst() {
            if works[file]?.stage == .failing { return job(file, .retry, at: now, time) }
        }
        return nextReadyFile(at: now, time, &steps)
    }

    /// The one file that is to show whether the trouble is over: the one that failed, but not for ever the same.
    private mutating func probe(at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]) -> FileJob? {
        failing.removeAll { works[$0]?.stage != .failing }
        if let first = failing.first, (works[first]?.failures ?? 0) % 4 != 0 || whole.isEmpty {
            _ = failing.popFirst()
            return job(first, .retry, at: now, time)
        }
        while let file = queue.popFirst() {
            if case .queued(let kind)? = works[file]?.stage { return job(file, kind, at: now, time) }
        }
        if let job = nextReadyFile(at: now, time, &steps) { return job }
        return failing.popFirst().flatMap { job($0, .retry, at: now, time) }
    }

    /// The oldest file that is whole.
    private mutating func nextReadyFile(at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]) -> FileJob? {
        while let found = ready.next() {
            guard let seen = whole[found.file], var candidate = candidates[found.file] else { continue }
            // One at a time for a path: who comes later finds out what the first one has read.
            if busy.contains(candidate.path) {
                whole[found.file] = nil
                let due = now + .milliseconds(100)
                dues[found.file] = due
                dueTimes.add(found.file, at: due)
                continue
            }
            candidates[found.file]?.entry = nil
            drop(found.file)
            // What the ledger has as taken has an id to go on with.
            if candidate.isKnown, candidate.entry == nil {
                comparing += 1
                works[found.file] = IntakeWork(
                    entry: entry(for: candidate, time), stage: .comparing, path: candidate.path,
                    since: candidate.since, lookedAt: seen)
                steps.append(.compare(candidate.found))
                continue
            }
            if var former = candidate.entry, former.state == .ended {
                if rules.inputs(for: former.path) == rules.inputs(for: candidate.path) {
                    former.path = candidate.path
                    works[found.file] = IntakeWork(
                        entry: former, stage: .queued(.finish), path: candidate.path, since: candidate.since,
                        lookedAt: seen)
                    return job(found.file, .finish, at: now, time)
                }
                // In somebody else's folder it is a new one.
                candidate.entry = nil
            }
            let former = candidate.entry
            works[found.file] = IntakeWork(
                entry: entry(for: candidate, time), stage: .queued(.begin), path: candidate.path,
                since: candidate.since, lookedAt: seen)
            if former == nil { taken += 1 }
            return job(found.file, former == nil ? .begin : .resume, at: now, time)
        }
        return nil
    }

    private func entry(for candidate: Candidate, _ time: Timestamp) -> LedgerEntry {
        let mark = candidate.mark
        if var entry = candidate.entry {
            if FileMark(entry) != mark { entry.takenSHA256 = nil }
            // For the inputs that it has there, nothing of it was processed.
            if rules.inputs(for: entry.path) != rules.inputs(for: candidate.path) { entry.sha256 = nil }
            entry.path = candidate.path
            (entry.size, entry.modified, entry.changed) = (mark.size, mark.modified, mark.changed)
            return entry
        }
        return LedgerEntry(
            watch: watch, file: candidate.file, path: candidate.path, size: mark.size, modified: mark.modified,
            changed: mark.changed, run: Identifier.run(at: time), takenAt: time)
    }

    private mutating func job(
        _ file: LedgerEntry.File, _ kind: FileJob.Kind, at now: Instant, _ time: Timestamp
    ) -> FileJob? {
        guard var work = works[file] else { return nil }
        work.stage = .running(kind)
        work.since = time
        work.entry.path = kind == .finish ? work.entry.path : work.path
        works[file] = work
        return FileJob(
            kind: kind, entry: work.entry, rules: rules, lookedAt: work.lookedAt,
            isLastTry: work.failures >= 8 && ended - work.othersAtFirstFailure >= 3)
    }

    // MARK: Ends

    /// Something that was going on for a file has ended.
    mutating func ended(
        _ job: FileJob, _ outcome: FileOutcome, at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        running -= 1
        busy.remove(job.entry.path)
        let file = job.entry.file
        var steps: [IntakeStep] = []
        if let status = outcome.status, !outcome.ending.isTransient { count(status, outcome) }
        let others = otherNames(of: file, but: job.entry.path)
        switch outcome.ending {
        case .settled(let entry):
            leave(file, entry, at: entry.path)
            steps += close(job, at: now)
            // What happened to it meanwhile was not looked at.
            steps += look(places(of: entry) + others)
        case .left(let entry):
            works[file] = nil
            formerPaths[file] = nil
            known.remove(file)
            if let entry { known.add(file, FileMark(entry), at: entry.path, seen: scans) }
            steps += close(job, at: now)
            steps += look(others)
        case .missing(let entry):
            works[file]?.entry = entry
            works[file]?.markMissing(after: scans)
            steps += close(job, at: now)
            steps += look([entry.path] + others)
        case .changed(let entry, let path):
            if let entry {
                leave(file, entry, at: entry.path)
                steps += close(job, at: now)
            } else {
                // The ledger has it as taken, so it has to be found again: its run begins then, under the same id.
                works[file]?.markMissing(after: scans)
                breaker.putBack(at: now)
            }
            steps += look([path] + others)
        case .transient(let entry, let reason):
            works[file]?.entry = entry
            works[file]?.stage = .failing
            fail(file, reason, at: now, time, &steps)
            failing.insert(file, at: failing.startIndex)
        case .unrecorded(let entry, let reason):
            works[file]?.entry = entry
            works[file]?.stage = .queued(job.kind == .finish ? .finish : .resume)
            moves.putBack(at: now)
            fail(file, reason, at: now, time, &steps)
            queue.insert(file, at: queue.startIndex)
        case .stuck(let entry, let reason):
            works[file]?.entry = entry
            works[file]?.stage = .stuck
            works[file]?.detail = reason
            stuck.append(file)
            if moves.fail(reason, at: now) != nil { steps.append(.log(.stuck(entry.path, reason))) }
            if job.kind == .finish { breaker.putBack(at: now) } else { steps += close(job, at: now) }
        case .notBegun(let entry):
            works[file]?.entry = entry
            works[file]?.stage = .queued(.resume)
            queue.insert(file, at: queue.startIndex)
            isStopping = true
        }
        return steps + proceed(at: now, time)
    }

    /// Nothing is left to do for a file, as it is on record.
    private mutating func leave(_ file: LedgerEntry.File, _ entry: LedgerEntry, at path: Path) {
        works[file] = nil
        if entry.file != file { known.remove(file) }
        works[entry.file] = nil
        drop(entry.file)
        // Two looks through all folders have to miss it before it is forgotten.
        known.add(entry.file, FileMark(entry), at: path, seen: scans)
    }

    /// Where a file is, and where it was while it waited.
    private mutating func places(of entry: LedgerEntry) -> [Path] {
        [entry.path] + (formerPaths.removeValue(forKey: entry.file).map { [$0] } ?? [])
    }

    /// Names that a file has got since it was taken, of which no more was seen than whose they are.
    private func otherNames(of file: LedgerEntry.File, but path: Path) -> [Path] {
        works[file]?.names.filter { $0 != path } ?? []
    }

    /// A file came to its end, so what runs depend on works.
    private mutating func close(_ job: FileJob, at now: Instant) -> [IntakeStep] {
        if job.kind == .finish {
            _ = moves.succeed()
            breaker.putBack(at: now)
            return []
        }
        ended += 1
        resumesAt = nil
        return breaker.succeed() ? [.log(.resumed)] : []
    }

    private mutating func fail(
        _ file: LedgerEntry.File, _ reason: String, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]
    ) {
        if var work = works[file] {
            if work.failures == 0 { work.othersAtFirstFailure = ended }
            work.failures += 1
            work.detail = reason
            work.since = time
            works[file] = work
        }
        guard let wait = breaker.fail(reason, at: now) else { return }
        resumesAt = time.advanced(by: wait)
        steps.append(.log(.paused(reason, wait)))
        // A user of cron comes again.
        if isOnce, wait > .seconds(4) { isStopping = true }
    }

    private mutating func count(_ status: RunStatus, _ outcome: FileOutcome) {
        tally.counts[status, default: 0] += 1
        if outcome.isDuplicate { tally.duplicates += 1 }
    }

    /// A file that the ledger knows has been compared with what was processed.
    mutating func compared(
        _ found: FoundFile, _ comparison: Comparison, at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        comparing -= 1
        var steps: [IntakeStep] = []
        let others = otherNames(of: found.file, but: found.path)
        switch comparison {
        case .same(let entry):
            leave(found.file, entry, at: entry.path)
            steps += look(places(of: entry) + others)
        case .different(let entry):
            works[found.file] = IntakeWork(
                entry: entry, stage: .queued(.begin), path: entry.path, since: time, lookedAt: now)
            for name in others { works[found.file]?.see(name) }
            taken += 1
            queue.append(found.file)
        case .unstable:
            works[found.file] = nil
            steps += look([found.path] + others)
        case .otherName(let entry):
            leave(found.file, entry, at: entry.path)
            known.addName(found.path, of: found.file)
            ignore(found.path, "another name of \(rules.relative(entry.path)), which was taken", &steps)
            steps += look(others)
        case .failed(let reason):
            works[found.file] = nil
            fail(found.file, reason, at: now, time, &steps)
            admit(found, at: now, time)
            let due = now + WaitTiming.firstRetry
            dues[found.file] = due
            dueTimes.add(found.file, at: due)
        }
        return steps + proceed(at: now, time)
    }

    // MARK: Times

    /// When something is to be done although nothing happens.
    var nextDue: Instant? {
        if isStopping { return nil }
        var next = scanDue
        func consider(_ other: Instant?) {
            if let other { next = next.map { min($0, other) } ?? other }
        }
        consider(dueTimes.next)
        if running < width {
            if !queue.isEmpty || !failing.isEmpty || !whole.isEmpty { consider(breaker.due) }
            if !stuck.isEmpty { consider(moves.due) }
        }
        return next
    }

    /// Whether nothing is left to be waited for.
    var isFinished: Bool {
        guard running == 0, comparing == 0 else { return false }
        if isStopping { return true }
        return isOnce && hasScanned && !isScanning && !wantsScan && starts.isEmpty && looking.isEmpty && omitted == 0
            && candidates.isEmpty && queue.isEmpty && failing.isEmpty
    }
}
