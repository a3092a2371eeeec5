internal import Diagnostics
internal import Documents
internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform

/// What a run that has ended means for its file.
extension FileWork {
    /// - Parameter read: the digest of what the run was given, if somebody has read it; nil: nobody has.
    func conclude(
        _ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord, read: String?, isDuplicate: Bool
    ) async throws -> FileOutcome {
        var entry = entry
        let rules = job.rules
        if run.status == .failed, run.error?.errorClass?.isExpectedToPass ?? false {
            guard job.isLastTry else { return try await failed(job, entry, run) }
            surroundings.log.warning(
                "watch-given-up",
                "\(rules.relative(entry.path)) is tried no more: it failed \(entry.attempts) times, and others did not",
                .init("run", entry.run))
        }
        let processed = run.source == nil ? nil : digest(of: run, rules) ?? entry.takenSHA256 ?? read
        (entry.status, entry.takenSHA256) = (run.status, nil)
        let path = currentPath(entry.file) ?? entry.path
        let found = try await mover.run { [path, before = entry.path, file = entry.file] in
            // Of several names it keeps the one that it was taken by.
            let found = Look.identify(before, rules)
            return found?.file == file || path == before ? found : Look.identify(path, rules) ?? found
        }
        let (reading, verdict) = try await judge(entry, run, processed, found, rules)
        // A run whose file changed under it, or was gone, has processed nothing: what was processed before it still was.
        if !run.hasSeenChange, verdict != .unopened { entry.sha256 = processed }
        var outcome = try await carryOut(verdict, job, entry, run, found, reading)
        (outcome.status, outcome.isDuplicate) = (run.status, isDuplicate)
        return outcome
    }

    /// A run that failed in a way that is expected to pass.
    private func failed(_ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord) async throws -> FileOutcome {
        var entry = entry
        // Quarantine may have given it a second name, which changes nothing of its contents.
        let (path, rules) = (entry.path, job.rules)
        let found = try await mover.run { Look.identify(path, rules) }
        if let found, found.file == entry.file, found.mark.hasSameContents(as: FileMark(entry)) {
            entry.changed = found.mark.changed
        }
        return FileOutcome(.transient(entry, run.error?.message ?? ""), run.status)
    }

    /// Of the bytes that a run has stored, in lower-case hexadecimal; nil: it has stored none, or does not tell.
    private func digest(of run: RunRecord, _ rules: WatchRules) -> String? {
        rules.givesDigest ? run.document[Fact.sha256.name]?.string : nil
    }

    private func judge(
        _ entry: LedgerEntry, _ run: RunRecord, _ processed: String?, _ found: FoundFile?, _ rules: WatchRules
    ) async throws -> (RunVerdict.Reading, RunVerdict) {
        let hasSameInputs =
            found.map { $0.path == entry.path || rules.inputs(for: $0.path) == rules.inputs(for: entry.path) } ?? true
        let verdict = { (reading: RunVerdict.Reading) in
            RunVerdict.of(
                entry, after: run, processed: processed, found: found, hasSameInputs: hasSameInputs, reading: reading)
        }
        guard verdict(.none) == .doubtful, let found else { return (.none, verdict(.none)) }
        let digest = try await reader.run { FileDigest.of(found.path, in: rules.trusted) }
        let reading = digest.map { RunVerdict.Reading.done($0) } ?? .failed
        return (reading, verdict(reading))
    }

    private func carryOut(
        _ verdict: RunVerdict, _ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord, _ found: FoundFile?,
        _ reading: RunVerdict.Reading
    ) async throws -> FileOutcome {
        var entry = entry
        switch verdict {
        case .neverThere:
            try await surroundings.ledger.forget([entry.file], ofWatch: entry.watch)
            return FileOutcome(.changed(nil, currentPath(entry.file) ?? entry.path))
        case .unopened:
            entry.path = found?.path ?? entry.path
            entry.changed = 0
        case .absent, .replaced:
            // What is forgotten of it is found out by later looks. A run that has seen another file at the path has processed
            // nothing, so its own is not to be moved or deleted under the name that it has by now, but to be run.
            if job.rules.action(for: run.ending) != .keep, !run.hasSeenChange { return try await stray(entry) }
            entry.state = .settled
            try await surroundings.ledger.put([entry])
            Failpoint.pass("watch.ended")
            return FileOutcome(verdict == .absent ? .settled(entry) : .changed(entry, entry.path))
        case .reassigned:
            // On record by the path whose inputs it was run with, so that its place is seen to be another one.
            entry = try await rekeyed(entry, found)
        case .changed, .doubtful:
            entry = try await rekeyed(entry, found)
            entry.path = found?.path ?? entry.path
            let processed = run.source.map { FileMark($0) } ?? FileMark(entry)
            (entry.size, entry.modified, entry.changed) = (processed.size, processed.modified, 0)
        case .same:
            entry = try await rekeyed(entry, found)
            entry.path = found?.path ?? entry.path
            var mark = found?.mark ?? FileMark(entry)
            if case .done(let digest) = reading { mark = digest.memory }
            (entry.size, entry.modified, entry.changed) = (mark.size, mark.modified, mark.changed)
            return try await settle(job, entry, run)
        }
        // To be looked at as a new file.
        entry.state = .settled
        try await surroundings.ledger.put([entry])
        return FileOutcome(.changed(entry, found?.path ?? entry.path))
    }

    /// The entry under the file that is there: it was replaced before the run opened it, so the run was about that one.
    private func rekeyed(_ entry: LedgerEntry, _ found: FoundFile?) async throws -> LedgerEntry {
        guard let found, found.file != entry.file else { return entry }
        try await surroundings.ledger.forget([entry.file], ofWatch: entry.watch)
        return LedgerEntry(
            watch: entry.watch, file: found.file, path: found.path, size: found.mark.size,
            modified: found.mark.modified, changed: found.mark.changed, sha256: entry.sha256, run: entry.run,
            status: entry.status, attempts: entry.attempts, takenAt: entry.takenAt)
    }

    /// Decides what becomes of a file whose run has ended and which is what was processed.
    func settle(_ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord) async throws -> FileOutcome {
        var entry = entry
        let rules = job.rules
        var action = rules.action(for: run.ending)
        if action != .keep, let reason = try await objection(to: action, entry, rules) {
            entry.note = reason
            action = .keep
            surroundings.log.warning(
                "watch-kept", "\(rules.relative(entry.path)) stays where it is: \(reason)", .init("run", entry.run))
        }
        if action == .keep {
            if entry.sha256 == nil {
                let path = entry.path
                let digest = try await reader.run { FileDigest.of(path, in: rules.trusted) }
                if let digest, digest.mark.hasSameContents(as: FileMark(entry)) { entry.sha256 = digest.sha256 }
            }
            try await removeMarker(of: entry, rules)
            entry.state = .settled
            try await surroundings.ledger.put([entry])
            Failpoint.pass("watch.ended")
            return FileOutcome(.settled(entry))
        }
        entry.state = .ended
        entry.target = nil
        return try await act(job, entry, run, action)
    }

    /// Why a file is neither moved nor deleted.
    func objection(
        to action: FileAction, _ entry: LedgerEntry, _ rules: WatchRules
    ) async throws -> String? {
        let path = entry.path
        let isLink = try await mover.run {
            // One that is gone shows when it is to be moved.
            (try? rules.trusted.status(of: path))?.kind == .symbolicLink
        }
        if isLink { return "it is a symbolic link" }
        if action == .delete, let held = try await surroundings.quarantine.quarantineEntry(entry.run),
            held.state == .held, held.kept.way == .reference
        {
            return "quarantine has no bytes of its own of it, so deleting it would lose them"
        }
        return nil
    }

    /// Leaves it to the looks to find a file that is to be moved or deleted.
    func stray(
        _ entry: LedgerEntry, _ status: RunStatus? = nil, isDuplicate: Bool = false
    ) async throws -> FileOutcome {
        var entry = entry
        entry.state = .ended
        entry.target = nil
        try await surroundings.ledger.put([entry])
        Failpoint.pass("watch.ended")
        return FileOutcome(.astray(entry), status, isDuplicate: isDuplicate)
    }

    /// The entry with the times that the file has by now; nil when its bytes are others, or cannot be told.
    func touched(_ entry: LedgerEntry, _ rules: WatchRules) async throws -> LedgerEntry? {
        guard let sha256 = entry.sha256 else { return nil }
        let path = entry.path
        let digest = try await reader.run { FileDigest.of(path, in: rules.trusted) }
        guard let digest, digest.sha256 == sha256, digest.file == entry.file else { return nil }
        var entry = entry
        let mark = digest.memory
        (entry.size, entry.modified, entry.changed) = (mark.size, mark.modified, mark.changed)
        return entry
    }
}
