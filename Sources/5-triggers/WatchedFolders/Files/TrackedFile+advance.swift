internal import FileIntake
internal import Pipelines
internal import Platform

/// From phase to phase: what happens to a file, and what is to be done for that.
extension TrackedFile {
    enum Event: Sendable {
        /// A look has seen it at a path; it needs a closer one if it is a candidate.
        case found(FoundFile)
        /// A look has examined it. `hasMarker`: whether the marker that it needs is there; `blur`: for so long it has to be seen
        /// as it is until its times tell it from what it may become.
        case examined(FoundFile, FileGate.Verdict, hasMarker: Bool, blur: Duration)
        /// Something happened at its path.
        case touched
        /// The time has come that it waits for.
        case due
        /// It is not where it waited.
        case gone
        /// Another file is where it waited.
        case displaced
        /// A look through all folders, the `number`th, has not found it; `isCertain`: it has left out nothing.
        case missed(number: UInt32, isCertain: Bool)
        /// Its turn has come. `isKnown`: whether the ledger has it as settled.
        case turn(isKnown: Bool)
        /// Its turn has come while another one of its path is processed.
        case postponed(until: Instant)
        /// What went on for it has ended.
        case ended(FileJob, FileOutcome)
        case compared(FoundFile, Comparison)
    }

    /// What is to be done.
    enum Action: Sendable {
        /// Look at these paths.
        case inspect([Path])
        /// Look through all folders.
        case scan
        /// Look at it again then.
        case wake(at: Instant)
        /// It waits for its turn in the phase that it has now; `first`: before all others.
        case lineUp(first: Bool)
        case start(FileJob)
        case compare(FoundFile)
        /// Nothing is left to do for the file of this entry, which may be another one that took its place, or nothing for now:
        /// it needs no look until it is another one.
        case remember(LedgerEntry)
        /// A further name of it, which is no further file.
        case rememberName(Path)
        /// It is no longer known.
        case forget
        /// The ledger is to forget it.
        case removeEntry
        /// `runOnce` waits for it no longer.
        case giveUp(IntakeStatus.Waiting.Reason)
        case ignore(Path, String)
        case log(LogEvent)
        /// How it went, for those that wait until what runs depend on works.
        case report(Report)
    }

    /// What the way of one file tells about the others.
    enum Report: Sendable, Hashable {
        /// It came to its end.
        case completed(FileJob.Kind)
        /// It did not begin after all.
        case notBegun
        /// It failed in a way that is expected to pass; with what was going on, if its turn had come.
        case failed(FileJob.Kind?, String)
        /// It can be neither moved nor deleted now.
        case stuck(FileJob.Kind, LedgerEntry, String)
        /// The process is ending.
        case stopping
    }

    /// When it happens, and where.
    struct Moment: Sendable {
        /// `WatchLedger.register`.
        let watch: Int64
        let now: Instant
        let time: Timestamp
        /// How many looks through all folders have begun.
        let scans: UInt32
        /// How many files have come to their end.
        let completed: Int
        /// From then on `runOnce` waits no longer for a writer or a user; nil: it waits.
        var deadline: Instant?
    }

    mutating func advance(_ event: Event, _ rules: WatchRules, at moment: Moment) -> [Action] {
        switch event {
        case .found(let found): return find(found, at: moment) ? [.inspect([found.path])] : []
        case .examined(let found, let verdict, let hasMarker, let blur):
            guard find(found, at: moment) else { return [] }
            if path != found.path { rename(to: found.path) }
            return decide(verdict, hasMarker: hasMarker, blur: blur, rules.timing, at: moment)
        case .touched: change { $0.resetBackoff() }
        case .due:
            if case .waiting(let candidate, _) = phase { phase = .waiting(candidate, due: nil) }
        case .gone:
            // Its other names, which may be hard links and still be there without another event, are found by them.
            let hadOthers = formerPath != nil
            formerPath = nil
            leave(at: moment)
            return hadOthers ? [.scan] : []
        case .displaced: leave(at: moment)
        case .missed(let number, let isCertain):
            if number < scansToMiss { return [.scan] }
            guard isCertain else { return [] }
            phase = .done
            // If it comes back, it is a new one.
            return [.forget, .removeEntry, .log(.forgotten(path))]
        case .turn(let isKnown): return take(isKnown: isKnown, rules, at: moment)
        case .postponed(let due):
            guard case .ready(let candidate, _) = phase else { return [] }
            phase = .waiting(candidate, due: due)
            return [.wake(at: due)]
        case .ended(let job, let outcome): return end(job, outcome.ending, at: moment)
        case .compared(let found, let comparison): return conclude(found, comparison, rules, at: moment)
        }
        return []
    }

    // MARK: Waiting

    /// - Returns: whether it is a candidate. One that is being dealt with is looked at when that is over.
    private mutating func find(_ found: FoundFile, at moment: Moment) -> Bool {
        switch phase {
        case .waiting, .ready: return true
        case .missing:
            forgetNames()
            path = found.path
            phase = .waiting(Candidate(found.mark, at: moment.now, moment.time), due: nil)
            return true
        case .comparing, .queued, .running, .failing, .stuck, .done:
            see(found.path)
            return false
        }
    }

    /// It waits on at another path.
    mutating func rename(to path: Path) {
        formerPath = self.path
        self.path = path
    }

    private mutating func change(_ body: (inout Candidate) -> Void) {
        switch phase {
        case .waiting(var candidate, let due):
            body(&candidate)
            phase = .waiting(candidate, due: due)
        case .ready(var candidate, let since):
            body(&candidate)
            phase = .ready(candidate, since: since)
        default: break
        }
    }

    /// Nothing waits for it any more. What the ledger has of it is not forgotten by that.
    private mutating func leave(at moment: Moment) {
        guard let candidate else { return }
        guard let entry else {
            phase = .done
            return
        }
        (phase, since, detail, lookedAt) = (.missing(since: moment.scans), entry.takenAt, "", candidate.lastChange)
        forgetNames()
    }

    private mutating func decide(
        _ verdict: FileGate.Verdict, hasMarker: Bool, blur: Duration, _ timing: WaitTiming, at moment: Moment
    ) -> [Action] {
        guard var candidate else { return [] }
        let former = candidate.reason
        let decision = candidate.decide(
            verdict, hasMarker: hasMarker, blur: blur, timing, at: moment.now, moment.time)
        switch decision {
        case .take:
            candidate.queue("", moment.time)
            let wasReady = phase.kind == .ready
            phase = .ready(candidate, since: moment.now)
            return wasReady ? [] : [.lineUp(first: false)]
        case .wait(let due):
            phase = .waiting(candidate, due: due)
            let waitsForOthers = [.openForWriting, .blocked, .unmarked].contains(candidate.reason)
            if waitsForOthers, let deadline = moment.deadline, deadline <= moment.now {
                leave(at: moment)
                return [.giveUp(candidate.reason)]
            }
            if candidate.reason == former || candidate.reason == .settling { return [.wake(at: due)] }
            return [.wake(at: due), .log(.waits(path, candidate.reason, candidate.detail))]
        case .drop:
            leave(at: moment)
            return []
        case .ignore(let reason):
            leave(at: moment)
            return [.ignore(path, reason)]
        }
    }

    // MARK: Its turn

    private mutating func take(isKnown: Bool, _ rules: WatchRules, at moment: Moment) -> [Action] {
        switch phase {
        case .queued(let kind): return start(kind, rules, at: moment)
        case .failing: return start(.retry, rules, at: moment)
        case .stuck: return start(.finish, rules, at: moment)
        case .ready(let candidate, let seen):
            (lookedAt, failures, detail) = (seen, 0, "")
            forgetNames()
            let found = FoundFile(file: file, path: path, mark: candidate.mark)
            // What the ledger has as taken has an id to go on with.
            if isKnown, entry == nil {
                phase = .comparing(candidate)
                return [.compare(found)]
            }
            if let former = entry, former.state == .ended {
                if rules.inputs(for: former.path) == rules.inputs(for: path) {
                    // Read before: `entry` is computed, so the file is being changed as a whole then.
                    let current = path
                    entry?.path = current
                    return start(.finish, rules, at: moment)
                }
                // In another user's folder it is a new one.
                entry = nil
            }
            let kind: FileJob.Kind = entry == nil ? .begin : .resume
            entry = entry.map { taken($0, found, rules) } ?? LedgerEntry(new: found, watch: moment.watch, moment.time)
            return start(kind, rules, at: moment)
        case .waiting, .comparing, .running, .missing, .done: return []
        }
    }

    /// The entry of a run that did not begin, for the file as it is found now.
    private func taken(_ former: LedgerEntry, _ found: FoundFile, _ rules: WatchRules) -> LedgerEntry {
        var entry = former
        if FileMark(entry) != found.mark { entry.takenSHA256 = nil }
        // For the inputs that it has there, nothing of it was processed.
        if rules.inputs(for: entry.path) != rules.inputs(for: found.path) { entry.sha256 = nil }
        entry.path = found.path
        (entry.size, entry.modified, entry.changed) = (found.mark.size, found.mark.modified, found.mark.changed)
        return entry
    }

    private mutating func start(_ kind: FileJob.Kind, _ rules: WatchRules, at moment: Moment) -> [Action] {
        guard var entry else { return [] }
        if kind != .finish { entry.path = path }
        (self.entry, phase, since) = (entry, .running(kind), moment.time)
        let isLastTry = failures >= 8 && moment.completed - othersAtFirstFailure >= 3
        return [.start(FileJob(kind: kind, entry: entry, rules: rules, lookedAt: lookedAt, isLastTry: isLastTry))]
    }

    // MARK: Ends

    private mutating func end(_ job: FileJob, _ ending: FileEnding, at moment: Moment) -> [Action] {
        guard phase.kind == .running else { return [] }
        let others = names(but: job.entry.path)
        let formerPaths = formerPath.map { [$0] } ?? []
        switch ending {
        case .settled(let entry):
            phase = .done
            // What happened to it meanwhile was not looked at.
            return [
                .remember(entry), .report(.completed(job.kind)), .inspect([entry.path] + formerPaths + others),
            ]
        case .left(let entry):
            phase = .done
            var actions: [Action] = [.forget]
            if let entry { actions.append(.remember(entry)) }
            return actions + [.report(.completed(job.kind)), .inspect(others)]
        case .missing(let entry):
            (self.entry, phase) = (entry, .missing(since: moment.scans))
            return [.report(.completed(job.kind)), .inspect([entry.path] + others)]
        case .changed(let entry?, let path):
            phase = .done
            return [
                .remember(entry), .report(.completed(job.kind)), .inspect([path] + formerPaths + others),
            ]
        case .changed(nil, let path):
            // The ledger has it as taken, so it has to be found again: its run begins then, under the same id.
            phase = .missing(since: moment.scans)
            return [.report(.notBegun), .inspect([path] + others)]
        case .transient(let entry, let reason):
            (self.entry, phase) = (entry, .failing)
            fail(reason, at: moment)
            return [.report(.failed(job.kind, reason)), .lineUp(first: true)]
        case .unrecorded(let entry, let reason):
            (self.entry, phase) = (entry, .queued(job.kind == .finish ? .finish : .resume))
            fail(reason, at: moment)
            return [.report(.failed(job.kind, reason)), .lineUp(first: true)]
        case .stuck(let entry, let reason):
            (self.entry, phase, detail) = (entry, .stuck, reason)
            return [.lineUp(first: false), .report(.stuck(job.kind, entry, reason))]
        case .notBegun(let entry):
            (self.entry, phase) = (entry, .queued(.resume))
            return [.lineUp(first: true), .report(.stopping)]
        }
    }

    private mutating func fail(_ reason: String, at moment: Moment) {
        if failures == 0 { othersAtFirstFailure = moment.completed }
        failures += 1
        (detail, since) = (reason, moment.time)
    }

    private mutating func conclude(
        _ found: FoundFile, _ comparison: Comparison, _ rules: WatchRules, at moment: Moment
    ) -> [Action] {
        guard phase.kind == .comparing else { return [] }
        let others = names(but: found.path)
        let formerPaths = formerPath.map { [$0] } ?? []
        switch comparison {
        case .same(let entry):
            phase = .done
            return [.remember(entry), .inspect([entry.path] + formerPaths + others)]
        case .different(let entry):
            if others.isEmpty { path = entry.path }
            (self.entry, phase, since, lookedAt) = (entry, .queued(.begin), moment.time, moment.now)
            return [.lineUp(first: false)]
        case .unstable:
            phase = .done
            return [.inspect([found.path] + formerPaths + others)]
        case .otherName(let entry):
            phase = .done
            return [
                .remember(entry), .rememberName(found.path),
                .ignore(found.path, "another name of \(rules.relative(entry.path)), which was taken"),
                .inspect(others),
            ]
        case .failed(let reason):
            let due = moment.now + WaitTiming.firstRetry
            path = found.path
            phase = .waiting(Candidate(found.mark, at: moment.now, moment.time), due: due)
            return [.report(.failed(nil, reason)), .wake(at: due)]
        }
    }
}

extension LedgerEntry {
    /// Of a file that is taken for the first time, with the id that its run will have.
    init(new found: FoundFile, watch: Int64, _ time: Timestamp) {
        self.init(
            watch: watch, file: found.file, path: found.path, size: found.mark.size, modified: found.mark.modified,
            changed: found.mark.changed, run: Identifier.run(at: time), takenAt: time)
    }
}
