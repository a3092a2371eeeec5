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
            works[found.file]?.path = found.path
            return work.stage != .lost
        }
        return known.standing(of: found, seen: 0) == .same
    }

    /// Paths have been looked at.
    mutating func looked(_ looks: [Look], at now: Instant, _ time: Timestamp) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        var again: [Path] = []
        for look in looks {
            if looking.removeValue(forKey: look.path) == true { again.append(look.path) }
            take(look, at: now, time, &steps)
        }
        steps += self.look(again)
        return steps + proceed(at: now, time)
    }

    private mutating func take(_ look: Look, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]) {
        let path = look.path
        switch look.result {
        case .gone, .elsewhere:
            ignored[path] = nil
            if let file = paths[path] {
                drop(file)
                formerPaths[file] = nil
            }
            forgetLost(at: path, &steps)
        case .folder:
            starts.append(path)
        case .known:
            ignored[path] = nil
            if let file = paths[path] { drop(file) }
        case .ignored(let reason):
            if let file = paths[path] { drop(file) }
            ignore(path, reason, &steps)
        case .unreachable(let error):
            if let file = paths[path], let candidate = candidates[file] {
                decide(candidate, .unreadable(error), hasMarker: true, at: now, time, &steps)
            } else if toldProblems.insert("\(path)").inserted, toldProblems.count < 1_000 {
                steps.append(
                    .tell(.problem("\(rules.relative(path)) cannot be examined: \(error.reason) (\(error.name))")))
            }
        case .file(let found, let verdict, let hasMarker):
            ignored[path] = nil
            if let former = paths[path], former != found.file { drop(former) }
            if candidates[found.file] == nil {
                guard candidates.count < Self.mostCandidates else {
                    omitted += 1
                    return
                }
                admit(found, at: now, time)
            }
            guard var candidate = candidates[found.file] else { return }
            if candidate.path != path { rename(&candidate, to: path) }
            decide(candidate, verdict, hasMarker: hasMarker, at: now, time, &steps)
        }
    }

    private mutating func decide(
        _ candidate: Candidate, _ verdict: FileGate.Verdict, hasMarker: Bool, at now: Instant, _ time: Timestamp,
        _ steps: inout [IntakeStep]
    ) {
        var candidate = candidate
        let file = candidate.file
        let former = candidate.reason
        let decision = candidate.decide(verdict, hasMarker: hasMarker, rules.timing, at: now, time)
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
                steps.append(.tell(.waits(candidate.path, candidate.reason, candidate.detail)))
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

    /// A file whose run had not begun is neither here nor, as the last look through all folders has shown, elsewhere. One
    /// that is to be moved must not be taken for a new one, so two such looks have to miss it.
    private mutating func forgetLost(at path: Path, _ steps: inout [IntakeStep]) {
        guard hasScanned, !wantsScan, !isScanning, !isMissing else { return }
        for (file, work) in works where work.stage == .lost && work.path == path {
            if work.entry.state == .ended {
                if scans < work.lostSince + 2 { wantsScan = true }
                continue
            }
            works[file] = nil
            // If it comes back, it is a new one.
            steps.append(.strike(file))
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
