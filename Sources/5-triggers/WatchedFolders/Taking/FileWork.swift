internal import Diagnostics
internal import Documents
internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform

/// Carries a file that is taken through its run and to where the pipeline wants it.
///
/// The ledger is written before each step, so that a process that dies leaves behind how far it was: the id of the run before it
/// begins, that it has ended and where the file goes before it is moved.
struct FileWork: Sendable {
    let dependencies: FolderIntake.Dependencies
    /// For blocking calls that take long: digests.
    let reader: PoolShare
    /// For blocking calls on folders.
    let mover: PoolShare
    /// Where a file is by now, if events have told.
    let currentPath: @Sendable (LedgerEntry.File) -> Path?
    let isStopping: @Sendable () -> Bool

    /// How often the journal is asked about a run that others work on.
    private static let pollInterval = (first: Duration.milliseconds(50), longest: Duration.seconds(2))

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
            guard let found = PathInspection.identify(entry.path, rules), found.file == entry.file,
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
        if let detail = try await dependencies.journal.run(entry.run) {
            return try await follow(job, entry, detail.run)
        }
        guard try await isStillWhole(job) else { return FileOutcome(.changed(nil, entry.path)) }
        guard let processed = entry.sha256 else { return try await begin(job, entry, continuation: nil) }
        // It was processed before with contents that it may have again.
        let (path, rules) = (entry.path, job.rules)
        let digest = try await reader.run { FileDigest.of(path, in: rules.trusted) }
        guard let digest, digest.file == entry.file, digest.mark == FileMark(entry) else {
            return FileOutcome(.changed(nil, entry.path))
        }
        var next = entry
        if digest.sha256 != processed {
            next.takenSHA256 = digest.sha256
            return try await begin(job, next, continuation: nil)
        }
        (next.state, next.takenSHA256) = (.settled, nil)
        try await dependencies.ledger.put([next])
        return FileOutcome(.settled(next))
    }

    /// A new run goes on from the one that failed.
    func retry(_ job: FileJob) async throws -> FileOutcome {
        var entry = job.entry
        guard let origin = try await dependencies.journal.run(entry.run) else { return try await resume(job) }
        guard try await isStillWhole(job) else { return FileOutcome(.changed(nil, entry.path)) }
        let former = entry.run
        entry.run = Identifier.run(at: dependencies.clock.now())
        entry.attempts += 1
        entry.status = nil
        let outcome = try await begin(
            job, entry, continuation: Continuation(origin: origin, kind: .retry, from: nil))
        if outcome.status != nil {
            do {
                // What quarantine kept of the former try is in the hands of this one.
                _ = try await dependencies.quarantine.resolve(former, as: .released, to: entry.run)
            } catch {
                dependencies.log.warning(
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
        try await dependencies.ledger.put([entry])
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
        var digest: Task<FileDigest?, Never>?
        if !rules.givesDigest, entry.takenSHA256 == nil {
            // Opened before the run and read while the run reads it too, if it does, so that it comes from memory.
            let source = try await mover.run { [path = entry.path] in try? SourceFile(opening: path, in: rules.trusted)
            }
            if let source, source.status.inode != entry.file.inode || FileMark(source.status) != FileMark(entry) {
                return FileOutcome(.changed(nil, entry.path))
            }
            digest = source.map { source in
                Task { try? await reader.run { FileDigest.of(source) } }
            }
        }
        let request = RunRequest(
            file: entry.path, in: rules.trusted, inputs: rules.inputs(for: entry.path),
            trigger: Trigger.watch(path: rules.trigger.path, file: rules.relative(entry.path).text).record,
            shownFile: rules.relative(entry.path).description, continuation: continuation, id: entry.run,
            // What was found to be whole is what is run: a writer makes it another file from now on.
            expected: ExpectedFile(
                device: entry.file.device, inode: entry.file.inode, size: entry.size, modified: entry.modified,
                changed: entry.changed))
        let result = await dependencies.launch(request, rules.pipeline)
        // A stage that has read all of it tells the digest, also one under a condition, and one that was taken back.
        let told = result.flatMap { rules.digest(toldBy: $0) }
        if isStopping() || told != nil { digest?.cancel() }
        let read = await digest?.value?.sha256 ?? told
        guard let result else { return FileOutcome(.notBegun(entry)) }
        if result.isAbandoned, result.run.hasSeenChange { return FileOutcome(.changed(nil, entry.path)) }
        let isDuplicate = result.duplicateOf != nil
        if !isDuplicate, result.isAbandoned || result.journalFailure != nil || result.run.status == .running {
            return try await lookUp(job, entry, result)
        }
        var run = result.request ?? result.run
        if isDuplicate { (run.status, run.error) = (result.run.status, result.run.error) }
        return try await conclude(job, entry, run, read: read, isDuplicate: isDuplicate)
    }

    /// This process does not know how the run went on.
    func lookUp(_ job: FileJob, _ entry: LedgerEntry, _ result: RunResult) async throws -> FileOutcome {
        let run = try await dependencies.journal.run(entry.run)?.run
        if run == nil || run?.status == .running, let failure = result.journalFailure {
            return FileOutcome(.unrecorded(entry, failure.message))
        }
        guard let run else {
            return FileOutcome(
                isStopping() ? .notBegun(entry) : .unrecorded(entry, "the run was given up before it began"))
        }
        return try await follow(job, entry, run)
    }

    /// Waits for the end of a run that another process carries on, as long as this process does not end.
    func follow(_ job: FileJob, _ entry: LedgerEntry, _ run: RunRecord) async throws -> FileOutcome {
        guard run.status == .running else {
            return try await conclude(job, entry, run, read: nil, isDuplicate: false)
        }
        let ending = try await dependencies.ends.end(
            of: run.id, in: dependencies.journal, every: Self.pollInterval.first, upTo: Self.pollInterval.longest,
            clock: dependencies.clock, isLeaving: isStopping)
        switch ending {
        case .ended(let detail):
            return try await conclude(job, entry, detail.run, read: nil, isDuplicate: false)
        case .unknown: return FileOutcome(.unrecorded(entry, "the journal has lost run \(run.id)"))
        case .notAwaited: return FileOutcome(.notBegun(entry))
        }
    }
}

extension RunRecord {
    /// What its end means for its file.
    var ending: RunEnding {
        // A user who asks for a document once has it.
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
