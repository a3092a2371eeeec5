internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

extension RunExecution {
    /// Records the end, with the file in quarantine if it was rejected or failed.
    ///
    /// - Throws: `FencedError`; another failure of the journal is the result's.
    mutating func finish() async throws {
        run = ended(state)
        // Whether the run is still this process's is asked before its file is touched.
        if isHeld { try await commit() }
        if let entry = await quarantined() { pending.append(.quarantined(entry)) }
        pending.append(.runFinished(run))
        Failpoint.pass("engine.before-finish", of: run.file)
        // What could not be written before goes along now.
        journalFailure = nil
        try await commit()
        if journalFailure != nil {
            engine.active.markUnrecorded([run.id])
            if run.status == .succeeded {
                run.status = .failed
                run.error = journalFailure
            }
        }
        Failpoint.pass("engine.finished", of: run.file)
    }

    /// The run's record if it ends now.
    func ended(_ state: RunState) -> RunRecord {
        var run = run
        run.status = state.outcome
        run.error = state.failure
        run.document = state.document
        run.finishedAt = engine.clock.now()
        run.durationMilliseconds = (ContinuousClock.now - started).milliseconds
        run.debt = debt
        return run
    }

    /// Whether the run's file goes to quarantine.
    private var isHeld: Bool {
        (run.status == .rejected || run.status == .failed) && run.source != nil && engine.keeper != nil
            && !isTakenAnew
    }

    /// Whether a watch takes what the file has become: then nobody has to act, and to keep contents that are no more would
    /// only mislead. A watch looks at the path that it has put into the trigger, so somebody's retry of a file that lies
    /// elsewhere by now is none of its business.
    private var isTakenAnew: Bool {
        guard run.error?.kind == SourceFileError.Code.changed.rawValue,
            case .watch(_, let watched)? = Trigger(run.trigger), let path = run.source?.path
        else { return false }
        let file = Path(watched)
        // Watches name their files below the workspace, and open them by paths without links to it.
        let root = file.isAbsolute ? "/" : engine.tree.flatMap { try? Files.resolve($0) }
        return root.map { $0.appending(file).text == path.text } ?? false
    }

    /// A file of the workspace, by its path below that.
    private func shown(_ file: String) -> String {
        guard let tree = engine.tree?.description, file.hasPrefix(tree + "/") else { return file }
        return String(file.dropFirst(tree.count + 1))
    }

    /// The entry that holds the run's file; nil when there is nothing to hold.
    private func quarantined() async -> QuarantineEntry? {
        guard isHeld, let source = run.source, let error = run.error, let keeper = engine.keeper else { return nil }
        let kept: KeptFile
        switch file {
        // A file that kills whoever reads it is left where it is.
        case .success(let file)?:
            kept =
                run.crashes < Engine.maxCrashes * 2
                ? await keeper.keep(file, for: run.id)
                : KeptFile(.reference, path: source.path, note: "The process died whenever the file was touched.")
        case .failure(let error)?: kept = KeptFile(.reference, path: source.path, note: error.message)
        case nil: kept = KeptFile(.reference, path: source.path)
        }
        let stage = pipeline.stage(error.stage)
        let span = stage?.span
        return QuarantineEntry(
            id: run.id, run: run.id, pipeline: run.pipeline, stage: error.stage, status: run.status, kind: error.kind,
            reason: error.message, attempt: max(1, stage.flatMap { stages[$0.position]?.attempts } ?? 1),
            place: span.map { "\(shown($0.file)):\($0.line)" } ?? shown(pipeline.file),
            file: run.file ?? source.path.description,
            source: source, kept: kept, createdAt: engine.clock.now())
    }
}

extension RunExecution {
    /// Takes back what this process did for a run that somebody else has ended without success meanwhile, such as by
    /// a cancellation by force: an effect that was still at work then was not there to be taken back. Of a run that goes on
    /// elsewhere nothing is touched: whoever has it asks the world.
    func takeBackUnseen() async {
        guard !control.isSuspended else { return }
        do {
            guard let detail = try await engine.journal.run(run.id), detail.run.status != .running,
                detail.run.status != .succeeded
            else { return }
            for stage in effects.reversed() where stage.loop == nil && !stage.isIrreversible && stage.undo == nil {
                let theirs = detail.stages.first { $0.position == stage.position }
                guard case .effect(let effect) = stage.bound.work, let record = stages[stage.position],
                    record.status == .succeeded, !record.isReused, theirs?.status != .succeeded, theirs?.undo == nil
                else { continue }
                try await effect.undo(record.outputs, runner.context(for: stage, state, attempt: record.attempts))
            }
        } catch {
            engine.observe(.leftBehind(run: run.id, StageError(error).message))
        }
    }
}
