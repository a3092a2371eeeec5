internal import FileIntake
internal import Pipelines
internal import Platform

/// What looks have shown: through folders, and at single paths.
extension IntakeState {
    // MARK: Looks through folders

    /// Whether a look through folders finds files that need a closer one. Called from the thread that looks.
    mutating func sift(_ batch: [FoundFile], number: UInt32, steps: inout [IntakeStep]) -> [FoundFile] {
        var renumbered: [(from: LedgerEntry.File, to: FoundFile)] = []
        let unknown = batch.filter { found in
            if once?.hasGivenUp(found.file) ?? false { return false }
            if var file = files[found.file] {
                known.see(found.file, in: number)
                guard file.isCandidate else {
                    files.see(found.file, at: found.path)
                    return file.phase.kind == .missing
                }
                if file.path != found.path, files.candidate(at: found.path) == nil {
                    file.rename(to: found.path)
                    _ = files.update(file)
                }
                return false
            }
            switch known.standing(of: found, seen: number) {
            case .new, .changed: return true
            case .same: return false
            case .otherName:
                if number != 0 { ignored.see(found.path) }
                return false
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

    /// Whether a file that needs no look was seen by no look since that one through all folders, nor by anything else: one
    /// that something is done for is there.
    func isUnseen(_ file: LedgerEntry.File, since number: UInt32) -> Bool {
        files[file] == nil && known.isUnseen(file, since: number)
    }

    /// A look through folders has ended.
    mutating func scanned(
        _ report: ScanReport, _ standing: FolderArming.Standing, at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        for problem in report.problems where ignored.isNew(problem) { steps.append(.log(.problem(problem))) }
        let events = scans.finish(report, standing, rescan: rules.rescan, at: now, time)
        for found in report.found where !(files[found.file]?.isCandidate ?? false) {
            guard admit(found, at: now, time, &steps) else { continue }
            advance(found.file, .found(found), at: now, time, &steps)
        }
        steps += events.map { IntakeStep.log($0) }
        if report.starts == nil {
            ignored.endLook(omitted: report.ignoredCount - report.ignored.count)
            if report.isComplete, !report.isMissing, report.problemCount == 0 {
                if report.number > 1, known.hasUnseen(since: report.number - 1) {
                    steps.append(.forget(since: report.number - 1))
                }
                giveUpMissing(after: report, at: now, time, &steps)
            }
        }
        for item in report.ignored { ignore(item.path, item.reason, &steps) }
        return steps + proceed(at: now, time)
    }

    /// What a whole look through all folders says of files that are to be found.
    private mutating func giveUpMissing(
        after report: ScanReport, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]
    ) {
        if files.count(.missing) == 0 { return }
        let seen = Set(report.found.map(\.file))
        for file in files.allMissing where !seen.contains(file) {
            let event = TrackedFile.Event.missed(number: report.number, isCertain: report.omitted == 0)
            advance(file, event, at: now, time, &steps)
        }
    }

    // MARK: Looks at paths

    /// Whether a file that was found needs no look at whether it is whole. Called from the thread that looks.
    mutating func isKnown(_ found: FoundFile) -> Bool {
        guard let kind = files.kind(of: found.file) else {
            return once?.hasGivenUp(found.file) ?? false || known.standing(of: found, seen: 0).needsNothing
        }
        if kind == .waiting || kind == .ready { return false }
        files.see(found.file, at: found.path)
        return kind != .missing
    }

    /// Paths have been looked at.
    mutating func inspected(
        _ inspections: [PathInspection], at now: Instant, _ time: Timestamp
    ) -> [IntakeStep] {
        var steps: [IntakeStep] = []
        self.inspections.finish(inspections.map(\.path))
        for inspection in inspections { take(inspection, at: now, time, &steps) }
        return steps + proceed(at: now, time)
    }

    private mutating func take(
        _ inspection: PathInspection, at now: Instant, _ time: Timestamp, _ steps: inout [IntakeStep]
    ) {
        let path = inspection.path
        switch inspection.result {
        case .gone, .elsewhere, .known:
            // What is known by another name is still not taken.
            if !(inspection.isKnown && ignored.isName(path)) { ignored.remove(path) }
            if let file = files.candidate(at: path) { advance(file, .gone, at: now, time, &steps) }
            noteMissing(at: path)
        case .folder: scans.starts.append(path)
        case .ignored(let reason):
            if let file = files.candidate(at: path) { advance(file, .gone, at: now, time, &steps) }
            ignore(path, reason, &steps)
        case .unreachable(let error):
            if let found = files.candidate(at: path).flatMap({ files[$0]?.found }) {
                let event = TrackedFile.Event.examined(found, .unreadable(error), hasMarker: true, blur: .zero)
                advance(found.file, event, at: now, time, &steps)
            } else if ignored.isNew("\(path)") {
                let problem = "\(rules.relative(path)) cannot be examined: \(error.reason) (\(error.name))"
                steps.append(.log(.problem(problem)))
            }
        case .file(let found, let verdict, let hasMarker, let blur):
            ignored.remove(path)
            if let former = files.candidate(at: path), former != found.file {
                advance(former, .displaced, at: now, time, &steps)
            }
            noteMissing(at: path, instead: found.file)
            guard admit(found, at: now, time, &steps) else { return }
            let event = TrackedFile.Event.examined(found, verdict, hasMarker: hasMarker, blur: blur)
            advance(found.file, event, at: now, time, &steps)
        }
    }

    /// A file that is to be found is not, or no longer, where it was. A look through all folders tells whether it is
    /// anywhere else.
    ///
    /// - Parameter other: what lies there instead.
    private mutating func noteMissing(at path: Path, instead other: LedgerEntry.File? = nil) {
        for file in files.missing(at: path) where file != other {
            if let tracked = files[file], scans.number < tracked.scansToMiss { scans.isWanted = true }
        }
    }
}
