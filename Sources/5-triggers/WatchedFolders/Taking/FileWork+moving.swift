internal import Diagnostics
internal import Documents
internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform

/// What becomes of a file after its run.
extension FileWork {
    /// Goes on with a file whose run has ended.
    func finish(_ job: FileJob, _ entry: LedgerEntry) async throws -> FileOutcome {
        let run = try await dependencies.journal.run(entry.run)?.run
        let ending = run?.ending ?? RunEnding(entry.status)
        // What was begun is done as it was begun, also when the pipeline says otherwise by now.
        let action: FileAction = entry.target == nil ? job.rules.action(for: ending) : .move("")
        guard action == .keep else { return try await act(job, entry, run, action) }
        var entry = entry
        entry.state = .settled
        entry.note = nil
        try await removeMarker(of: entry, job.rules)
        try await dependencies.ledger.put([entry])
        return FileOutcome(.settled(entry))
    }

    func act(
        _ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord?, _ action: FileAction
    ) async throws -> FileOutcome {
        var entry = entry
        let disposal = Disposal(rules: job.rules, dependencies: dependencies, pool: mover)
        for _ in 0..<5 {
            do {
                if case .move(let text) = action, entry.target == nil {
                    entry.target = try await disposal.target(of: entry, text)
                }
                entry.note = nil
                try await dependencies.ledger.put([entry])
                Failpoint.pass("watch.ended")
                let links = try await disposal.links(of: entry)
                if links > 1, entry.sha256 == nil {
                    let (path, rules) = (entry.path, job.rules)
                    entry.sha256 = try await reader.run { FileDigest.of(path, in: rules.trusted)?.sha256 }
                }
                let hasOthers = try await disposal.dispose(of: entry, run)
                try await removeMarker(of: entry, job.rules)
                guard links > 1 || hasOthers else {
                    try await dependencies.ledger.forget([entry.file], ofWatch: entry.watch)
                    return FileOutcome(.left(nil))
                }
                // By its other names it is the file that was processed.
                entry.path = entry.target ?? entry.path
                (entry.state, entry.target) = (.settled, nil)
                try await dependencies.ledger.put([entry])
                return FileOutcome(.left(entry))
            } catch FileMoveFailure.taken {
                entry.target = nil
            } catch FileMoveFailure.gone, FileMoveFailure.isWritten {
                return try await markMissing(entry)
            } catch FileMoveFailure.changed(let path) {
                if path == entry.path, let touched = try await touched(entry, job.rules) {
                    entry = touched
                    continue
                }
                entry.state = .settled
                entry.target = nil
                entry.changed = 0
                try await dependencies.ledger.put([entry])
                return FileOutcome(.changed(entry, path))
            } catch FileMoveFailure.never(let why) {
                entry.state = .settled
                entry.target = nil
                entry.note = why
                try await dependencies.ledger.put([entry])
                dependencies.log.warning(
                    "watch-kept", "\(job.rules.relative(entry.path)) stays where it is: \(why)",
                    .init("run", entry.run))
                return FileOutcome(.settled(entry))
            } catch FileMoveFailure.later(let why) {
                entry.note = why
                try await dependencies.ledger.put([entry])
                return FileOutcome(.stuck(entry, why))
            }
        }
        let why = "other files take every name that it is given"
        entry.note = why
        try await dependencies.ledger.put([entry])
        return FileOutcome(.stuck(entry, why))
    }

    /// The marker has said what it had to say.
    func removeMarker(of entry: LedgerEntry, _ rules: WatchRules) async throws {
        guard let path = rules.marker?.marker(for: entry.path) else { return }
        let log = dependencies.log
        try await mover.run {
            do {
                try rules.trusted.folder(path.folder).remove(path.name)
            } catch {
                log.warning("watch-marker", "The marker \(rules.relative(path)) could not be removed: \(error)")
            }
        }
    }
}
