internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

extension IntakeState {
    /// Whether a file that was found needs no look at whether it is whole. Called from the thread that looks.
    mutating func isKnown(_ found: FoundFile) -> Bool {
        if candidates[found.file] != nil { return false }
        if abandoned.contains(found.file) { return true }
        if let work = works[found.file] {
            works[found.file]?.see(found.path)
            return work.stage != .missing
        }
        return known.standing(of: found, seen: 0) == .same
    }

    /// Paths have been looked at.
    mutating func looked(_ looks: [PathInspection], at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        var again: [Path] = []
        for look in looks {
            if looking.removeValue(forKey: look.path) == true { again.append(look.path) }
            take(look, at: now, time, &steps)
        }
        steps += self.look(again)
        return steps + proceed(at: now, time)
    }

    private mutating func take(
        _ look: PathInspection, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]
    ) {
        let path = look.path
        switch look.result {
        case .gone, .elsewhere:
            ignored[path] = nil
            dropCandidate(at: path)
            noteMissing(at: path)
        case .folder:
            starts.append(path)
        case .known:
            ignored[path] = nil
            dropCandidate(at: path)
            noteMissing(at: path)
        case .ignored(let reason):
            dropCandidate(at: path)
            ignore(path, reason, &steps)
        case .unreachable(let error):
            if let file = paths[path], let candidate = candidates[file] {
                decide(candidate, .unreadable(error), hasMarker: true, blur: .zero, at: now, time, &steps)
            } else if toldProblems.insert("\(path)").inserted, toldProblems.count < 1_000 {
                steps.append(
                    .log(.problem("\(rules.relative(path)) cannot be examined: \(error.reason) (\(error.name))")))
            }
        case .file(let found, let verdict, let hasMarker, let blur):
            ignored[path] = nil
            if let former = paths[path], former != found.file { drop(former) }
            noteMissing(at: path, instead: found.file)
            // It was taken between the look and now, by this name or another one: what it has become is looked at again
            // when that is over.
            if let work = works[found.file], work.stage != .missing {
                works[found.file]?.see(path)
                return
            }
            if candidates[found.file] == nil {
                guard candidates.count < Self.maxCandidates else {
                    omitted += 1
                    return
                }
                admit(found, at: now, time)
            }
            guard var candidate = candidates[found.file] else { return }
            if candidate.path != path { rename(&candidate, to: path) }
            decide(candidate, verdict, hasMarker: hasMarker, blur: blur, at: now, time, &steps)
        }
    }

    /// What lies at a path is no candidate any more. One that was seen by other names before, which may be hard links and
    /// still be there without another event, is found by them in a look through all folders.
    private mutating func dropCandidate(at path: Path) {
        guard let file = paths[path] else { return }
        drop(file)
        if formerPaths.removeValue(forKey: file) != nil { wantsScan = true }
    }

    private mutating func decide(
        _ candidate: Candidate, _ verdict: FileGate.Verdict, hasMarker: Bool, blur: Duration, at now: Instant,
        _ time: Timestamp, _ steps: inout [IntakeStep]
    ) {
        var candidate = candidate
        let file = candidate.file
        let former = candidate.reason
        let decision = candidate.decide(
            verdict, hasMarker: hasMarker, blur: blur, rules.timing, at: now, time)
        candidates[file] = candidate
        switch decision {
        case .take:
            if whole.updateValue(now, forKey: file) == nil { ready.add(candidate.found) }
            dues[file] = nil
            candidates[file]?.queue("", time)
        case .wait(let due):
            whole[file] = nil
            if gaveUp(candidate, at: now) { return }
            dues[file] = due
            dueTimes.add(file, at: due)
            if candidate.reason != former, candidate.reason != .settling {
                steps.append(.log(.waits(candidate.path, candidate.reason, candidate.detail)))
            }
        case .drop: drop(file)
        case .ignore(let reason):
            drop(file)
            ignore(candidate.path, reason, &steps)
        }
    }

    /// Whether `runOnce` has waited long enough for somebody to do something.
    private mutating func gaveUp(_ candidate: Candidate, at now: Instant) -> Bool {
        guard isOnce, [.openForWriting, .blocked, .unmarked].contains(candidate.reason),
            let first = firstSeen[candidate.file], now - first >= rules.timing.patience
        else { return false }
        drop(candidate.file)
        abandoned.insert(candidate.file)
        if candidate.reason == .blocked { tally.unreadable += 1 } else { tally.waiting += 1 }
        return true
    }

    /// A file that is to be found is not, or no longer, where it was. A look through all folders tells whether it is
    /// anywhere else.
    ///
    /// - Parameter other: what lies there instead.
    private mutating func noteMissing(at path: Path, instead other: LedgerEntry.File? = nil) {
        for (file, work) in works where work.stage == .missing && work.path == path && file != other {
            if scans < work.scansToMiss { wantsScan = true }
        }
    }

    /// What a whole look through all folders says of files that are to be found.
    ///
    /// - Parameter seen: those that it has found.
    mutating func giveUpMissing(after report: ScanReport, seen: Set<LedgerEntry.File>, _ steps: inout [IntakeStep]) {
        for (file, work) in works where work.stage == .missing && candidates[file] == nil && !seen.contains(file) {
            if report.number < work.scansToMiss {
                wantsScan = true
            } else if report.omitted == 0 {
                works[file] = nil
                known.remove(file)
                // If it comes back, it is a new one.
                steps += [.removeEntry(file), .log(.forgotten(work.path))]
            }
        }
    }

    /// Looks that are due by time.
    mutating func alarm(at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var due: [FoundFile] = []
        for entry in dueTimes.take(at: now) where dues[entry.file] == entry.due {
            dues[entry.file] = nil
            if let candidate = candidates[entry.file] { due.append(candidate.found) }
        }
        // Many settle at the same moment, and the first that is found to be whole is the first to go.
        due.sort(by: FoundFile.isOlder)
        if let scanDue, scanDue <= now { wantsScan = true }
        return look(due.map(\.path)) + proceed(at: now, time)
    }
}
