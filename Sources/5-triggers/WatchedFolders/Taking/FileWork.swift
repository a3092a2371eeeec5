internal import Diagnostics
internal import Documents
internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform

/// Carries a file that is taken through its run and to where the pipeline wants it.
///
/// The ledger is written before each step, so that whoever dies leaves behind how far it was: the id of the run before it
/// begins, that it has ended and where the file goes before it is moved.
struct FileWork: Sendable {
    let surroundings: FolderIntake.Surroundings
    /// For blocking calls that take long: digests.
    let reader: WorkerPool
    /// For blocking calls on folders.
    let mover: WorkerPool
    /// Where a file is by now, if events have told.
    let currentPath: @Sendable (LedgerEntry.File) -> Path?
    let isStopping: @Sendable () -> Bool

    /// How often the journal is asked about a run that others work on.
    private static let patience = (first: Duration.milliseconds(50), longest: Duration.seconds(2))

    /// Never throws: whatever goes wrong is the outcome's.
    func run(_ job: FileJob) async -> FileOutcome {
        do {
            switch job.kind {
            case .begin:
                guard try await isStillWhole(job) else { return FileOutcome(.changed(nil, job.entry.path)) }
                return try await begin(job, job.entry, continuation: nil)
            case .resume: return try await resume(job)
            case .retry: return try await retry(job)
            case .finish: return try await finish(job, job.entry)
            }
        } catch {
            return FileOutcome(.unrecorded(job.entry, "\(error)"))
        }
    }

    // MARK: Running

    /// Whether the file is as it was when it was found to be whole; where that is long ago, it is looked at again.
    func isStillWhole(_ job: FileJob) async throws -> Bool {
        let (entry, rules) = (job.entry, job.rules)
        let isFresh = ContinuousClock.now - job.lookedAt < .milliseconds(500)
        return try await mover.run {
            guard let found = Look.identify(entry.path, rules), found.file == entry.file,
                found.mark == FileMark(entry)
            else { return false }
            if isFresh { return true }
            if case .openForWriting = rules.gate.examine(entry.path) { return false }
            return true
        }
    }

    /// The ledger has an id; whether the run began with it is for the journal to say.
    func resume(_ job: FileJob) async throws -> FileOutcome {
        let entry = job.entry
        if let detail = try await surroundings.journal.run(entry.run) {
            return try await follow(job, entry, detail.run)
        }
        guard try await isStillWhole(job) else { return FileOutcome(.changed(nil, entry.path)) }
        return try await begin(job, entry, continuation: nil)
    }

    /// A new run goes on from the one that failed.
    func retry(_ job: FileJob) async throws -> FileOutcome {
        var entry = job.entry
        guard let origin = try await surroundings.journal.run(entry.run) else { return try await resume(job) }
        guard try await isStillWhole(job) else { return FileOutcome(.changed(nil, entry.path)) }
        let former = entry.run
        entry.run = Identifier.run(at: surroundings.clock.now())
        entry.attempts += 1
        entry.status = nil
        let outcome = try await begin(
            job, entry, continuation: Continuation(origin: origin, kind: .retry, from: nil))
        if outcome.status != nil {
            do {
                // What quarantine kept of the former try is in the hands of this one.
                _ = try await surroundings.quarantine.resolve(former, as: .released, to: entry.run)
            } catch {
                surroundings.log.warning(
                    "watch-quarantine", "What run \(former) left in quarantine could not be released: \(error)",
                    .init("run", entry.run))
            }
        }
        return outcome
    }

    func begin(
        _ job: FileJob, _ entry: LedgerEntry, continuation: Continuation?
    ) async throws -> FileOutcome {
        var entry = entry
        entry.state = .taken
        try await surroundings.ledger.put([entry])
        Failpoint.pass("watch.taken")
        do {
            return try await carry(job, entry, continuation)
        } catch {
            // With the id that the ledger has now, under which the run may have begun.
            return FileOutcome(.unrecorded(entry, "\(error)"))
        }
    }

    func carry(
        _ job: FileJob, _ entry: LedgerEntry, _ continuation: Continuation?
    ) async throws -> FileOutcome {
        let rules = job.rules
        // Read while the run reads it too, so that it comes from memory. A later touch can then be told from a change.
        let digest =
            rules.givesDigest || entry.sha256 != nil
            ? nil : Task(executorPreference: reader) { [path = entry.path] in FileDigest.of(path, tree: rules.root) }
        let request = RunRequest(
            file: entry.path, inputs: rules.inputs(for: entry.path),
            trigger: [
                "kind": "watch", "path": .string(rules.trigger.path),
                "file": .string(rules.relative(entry.path).text),
            ],
            shownFile: rules.relative(entry.path).description, continuation: continuation, id: entry.run,
            // What was found to be whole is what is run: whoever writes to it from now on makes it another file.
            expected: ExpectedFile(
                device: entry.file.device, inode: entry.file.inode, size: entry.size, modified: entry.modified,
                changed: entry.changed))
        let result = await surroundings.launch(request, rules.pipeline)
        if isStopping() { digest?.cancel() }
        let read = await digest?.value
        guard let result else { return FileOutcome(.notBegun(entry)) }
        if result.isAbandoned, result.run.error?.kind == SourceFileError.Code.changed.rawValue {
            return FileOutcome(.changed(nil, entry.path))
        }
        let isDuplicate = result.duplicateOf != nil
        if !isDuplicate, result.isAbandoned || result.journalFailure != nil || result.run.status == .running {
            return try await lookUp(job, entry, result)
        }
        var run = result.request ?? result.run
        if isDuplicate { (run.status, run.error) = (result.run.status, result.run.error) }
        return try await conclude(job, entry, run, digest: read, isDuplicate: isDuplicate)
    }

    /// This process does not know how the run went on.
    func lookUp(_ job: FileJob, _ entry: LedgerEntry, _ result: RunResult) async throws -> FileOutcome {
        let run = try await surroundings.journal.run(entry.run)?.run
        if run == nil || run?.status == .running, let failure = result.journalFailure {
            return FileOutcome(.unrecorded(entry, failure.message))
        }
        guard let run else {
            return FileOutcome(
                isStopping() ? .notBegun(entry) : .unrecorded(entry, "the run was given up before it began"))
        }
        return try await follow(job, entry, run)
    }

    /// Waits for the end of a run that somebody else carries on, as long as this process does not end.
    func follow(_ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord) async throws -> FileOutcome {
        var run = run
        var wait = Self.patience.first
        while run.status == .running {
            if isStopping() { return FileOutcome(.notBegun(entry)) }
            try await surroundings.clock.sleep(wait)
            wait = min(wait * 2, Self.patience.longest)
            guard let detail = try await surroundings.journal.run(run.id) else {
                return FileOutcome(.unrecorded(entry, "the journal has lost run \(run.id)"))
            }
            run = detail.run
        }
        return try await conclude(job, entry, run, digest: nil, isDuplicate: false)
    }

    // MARK: After the run

    func conclude(
        _ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord, digest: FileDigest?, isDuplicate: Bool
    ) async throws -> FileOutcome {
        var entry = entry
        let message = run.error?.message ?? ""
        if run.status == .failed, run.error?.errorClass?.isExpectedToPass ?? false {
            guard job.isLastTry else {
                // Quarantine may have given it a second name, which changes nothing of its contents.
                let (path, rules) = (entry.path, job.rules)
                let found = try await mover.run { Look.identify(path, rules) }
                if let found, found.file == entry.file, found.mark.hasSameContents(as: FileMark(entry)) {
                    entry.changed = found.mark.changed
                }
                return FileOutcome(.transient(entry, message), run.status)
            }
            surroundings.log.warning(
                "watch-given-up",
                "\(job.rules.relative(entry.path)) is tried no more: it failed \(entry.attempts) times, and others did not",
                .init("run", entry.run))
        }
        entry.status = run.status
        if let source = run.source, digest?.mark.hasSameContents(as: FileMark(source)) ?? false {
            entry.sha256 = digest?.sha256
        }
        if let stored = run.document[Fact.sha256.name]?.string, job.rules.givesDigest { entry.sha256 = stored }
        let rules = job.rules
        let path = currentPath(entry.file) ?? entry.path
        let found = try await mover.run { [path, before = entry.path, file = entry.file] in
            // Of several names it keeps the one that it was taken by.
            let found = Look.identify(before, rules)
            return found?.file == file || path == before ? found : Look.identify(path, rules) ?? found
        }
        if run.status == .failed, run.error?.kind == SourceFileError.Code.missing.rawValue {
            // It was renamed before the run could open it, so nothing was processed: by its new name it is a new file.
            guard let found, found.file == entry.file else {
                try await surroundings.ledger.forget([entry.file], ofWatch: entry.watch)
                return FileOutcome(.changed(nil, path), run.status)
            }
            entry.path = found.path
            (entry.state, entry.changed, entry.sha256) = (.settled, 0, nil)
            try await surroundings.ledger.put([entry])
            return FileOutcome(.changed(entry, found.path), run.status)
        }
        let source = run.source.map { (device: $0.device, inode: $0.inode, mark: FileMark($0)) }
        guard let found, found.file == entry.file || source?.inode == found.file.inode else {
            // It was removed, renamed or replaced meanwhile. What is forgotten of it is found out by later looks.
            if rules.action(for: run.ending) != .keep {
                return try await stray(entry, run.status, isDuplicate: isDuplicate)
            }
            entry.state = .settled
            try await surroundings.ledger.put([entry])
            Failpoint.pass("watch.ended")
            return FileOutcome(
                found == nil ? .settled(entry) : .changed(entry, path), run.status, isDuplicate: isDuplicate)
        }
        if found.file != entry.file {
            // It was replaced before the run opened it, so the run was about the file that is there now.
            try await surroundings.ledger.forget([entry.file], ofWatch: entry.watch)
            entry = LedgerEntry(
                watch: entry.watch, file: found.file, path: found.path, size: found.mark.size,
                modified: found.mark.modified, changed: found.mark.changed, sha256: entry.sha256, run: entry.run,
                status: entry.status, attempts: entry.attempts, takenAt: entry.takenAt)
        }
        if found.path != entry.path, rules.inputs(for: found.path) != rules.inputs(for: entry.path) {
            // Somebody has moved it to another one's folder, for whom it is a new file.
            entry.state = .settled
            try await surroundings.ledger.put([entry])
            return FileOutcome(.changed(entry, found.path), run.status, isDuplicate: isDuplicate)
        }
        entry.path = found.path
        let processed = source?.mark ?? FileMark(entry)
        if run.error?.kind != SourceFileError.Code.changed.rawValue, !found.mark.hasSameContents(as: processed),
            let touched = try await touched(entry, rules)
        {
            var outcome = try await settle(job, touched, run)
            (outcome.status, outcome.isDuplicate) = (run.status, isDuplicate)
            return outcome
        }
        guard found.mark.hasSameContents(as: processed), run.error?.kind != SourceFileError.Code.changed.rawValue else {
            // Other contents than those that were processed: to be looked at as a new file.
            entry.state = .settled
            (entry.size, entry.modified, entry.changed) = (processed.size, processed.modified, 0)
            if run.error?.kind == SourceFileError.Code.changed.rawValue { entry.sha256 = nil }
            try await surroundings.ledger.put([entry])
            return FileOutcome(.changed(entry, found.path), run.status, isDuplicate: isDuplicate)
        }
        (entry.size, entry.modified, entry.changed) = (found.mark.size, found.mark.modified, found.mark.changed)
        var outcome = try await settle(job, entry, run)
        (outcome.status, outcome.isDuplicate) = (run.status, isDuplicate)
        return outcome
    }

    /// Decides what becomes of a file whose run has ended and which is what was processed.
    func settle(_ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord) async throws -> FileOutcome {
        var entry = entry
        let rules = job.rules
        var action = rules.action(for: run.ending)
        if action != .keep, let reason = try await objection(to: action, entry) {
            entry.note = reason
            action = .keep
            surroundings.log.warning(
                "watch-kept", "\(rules.relative(entry.path)) stays where it is: \(reason)", .init("run", entry.run))
        }
        if action == .keep {
            if entry.sha256 == nil {
                let path = entry.path
                let digest = try await reader.run { FileDigest.of(path, tree: rules.root) }
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
    func objection(to action: FileAction, _ entry: LedgerEntry) async throws -> String? {
        let path = entry.path
        let isLink = try await mover.run {
            // One that is gone shows when it is to be moved.
            (try? FileStatus.of(path, followingLinks: false))?.kind == .symbolicLink
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
        let digest = try await reader.run { FileDigest.of(path, tree: rules.root) }
        guard let digest, digest.sha256 == sha256, digest.device == entry.file.device, digest.inode == entry.file.inode
        else { return nil }
        var entry = entry
        (entry.size, entry.modified, entry.changed) = (digest.mark.size, digest.mark.modified, digest.mark.changed)
        return entry
    }
}

extension FileMark {
    /// Without the time of the last change of any kind, which the journal does not keep.
    init(_ source: SourceIdentity) {
        self.init(size: source.size, modified: source.modified, changed: 0)
    }
}

extension ErrorClass {
    /// Whether it may pass without anybody touching the file or the pipeline.
    var isExpectedToPass: Bool {
        switch self {
        case .network, .timeout, .throttled, .server, .storage: true
        case .other, .permanent: false
        }
    }
}

extension RunRecord {
    /// What its end means for its file.
    var ending: RunEnding {
        // Whoever asks for a document once has it.
        if status == .skipped, error?.kind == "duplicate" { return .succeeded }
        return RunEnding(status)
    }
}

extension RunEnding {
    init(_ status: RunStatus?) {
        self =
            switch status {
            case .succeeded: .succeeded
            case .rejected: .rejected
            case .failed: .failed
            case .cancelled, .skipped, .running, nil: .leftAlone
            }
    }
}
