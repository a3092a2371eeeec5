internal import Diagnostics
internal import Documents
internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform

/// What is done for a file whose run has ended.
extension FileWork {
    /// - Parameter read: the digest of what the run was given, if it was read; nil: it was not.
    func conclude(
        _ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord, read: String?, isDuplicate: Bool
    ) async throws -> FileOutcome {
        let rules = job.rules
        if run.hasFailedForNow, job.isLastTry {
            dependencies.log.warning(
                "watch-given-up",
                "\(rules.relative(entry.path)) is tried no more: it failed \(entry.attempts) times, and others did not",
                .init("run", entry.run))
        }
        let stored = run.document[Fact.sha256.name]?.string
        var facts = RunVerdict.Facts(
            entry: entry, run: run, processed: run.source == nil ? nil : stored ?? entry.takenSHA256 ?? read,
            found: try await find(entry, rules))
        if let found = facts.found, found.path != entry.path {
            facts.hasSameInputs = rules.inputs(for: found.path) == rules.inputs(for: entry.path)
        }
        (facts.isKept, facts.isLastTry) = (rules.action(for: run.ending) == .keep, job.isLastTry)
        var verdict = RunVerdict.of(facts)
        if verdict.finding == .doubtful, let path = facts.found?.path {
            let digest = try await reader.run { FileDigest.of(path, in: rules.trusted) }
            facts.reading = digest.map { .done($0) } ?? .failed
            verdict = RunVerdict.of(facts)
        }
        var outcome = try await carryOut(verdict, job, facts)
        (outcome.status, outcome.isDuplicate) = (run.status, isDuplicate)
        return outcome
    }

    /// What lies where a file is by now. Of several names it keeps the one that it was taken by.
    private func find(_ entry: LedgerEntry, _ rules: WatchRules) async throws -> FoundFile? {
        let path = currentPath(entry.file) ?? entry.path
        return try await mover.run {
            let found = PathInspection.identify(entry.path, rules)
            return found?.file == entry.file || path == entry.path
                ? found : PathInspection.identify(path, rules) ?? found
        }
    }

    private func carryOut(
        _ verdict: RunVerdict, _ job: FileJob, _ facts: RunVerdict.Facts
    ) async throws -> FileOutcome {
        let (former, entry) = (facts.entry, verdict.entry)
        if entry.file != former.file {
            try await dependencies.ledger.forget([former.file], ofWatch: former.watch)
        }
        switch verdict.finding {
        case .failedForNow: return FileOutcome(.transient(entry, facts.run.error?.message ?? ""))
        case .neverThere:
            try await dependencies.ledger.forget([entry.file], ofWatch: entry.watch)
            return FileOutcome(.changed(nil, currentPath(entry.file) ?? entry.path))
        case .absent, .replaced:
            try await dependencies.ledger.put([entry])
            Failpoint.pass("watch.ended")
            if entry.state == .ended { return FileOutcome(.missing(entry)) }
            return FileOutcome(verdict.finding == .absent ? .settled(entry) : .changed(entry, entry.path))
        case .unopened, .reassigned, .changed, .doubtful:
            // To be looked at as a new file.
            try await dependencies.ledger.put([entry])
            return FileOutcome(.changed(entry, facts.found?.path ?? entry.path))
        case .same: return try await settle(job, entry, facts.run)
        }
    }

    /// Decides what becomes of a file whose run has ended and which is what was processed.
    func settle(_ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord) async throws -> FileOutcome {
        var entry = entry
        let rules = job.rules
        var action = rules.action(for: run.ending)
        if action != .keep, let reason = try await objection(to: action, entry, rules) {
            entry.note = reason
            action = .keep
            dependencies.log.warning(
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
            try await dependencies.ledger.put([entry])
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
        if action == .delete, let held = try await dependencies.quarantine.quarantineEntry(entry.run),
            held.state == .held, held.kept.way == .reference
        {
            return "quarantine has no bytes of its own of it, so deleting it would lose them"
        }
        return nil
    }

    /// Leaves it to the looks to find a file that is to be moved or deleted.
    func markMissing(_ entry: LedgerEntry) async throws -> FileOutcome {
        var entry = entry
        entry.state = .ended
        entry.target = nil
        try await dependencies.ledger.put([entry])
        Failpoint.pass("watch.ended")
        return FileOutcome(.missing(entry))
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
