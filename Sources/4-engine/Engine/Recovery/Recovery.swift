internal import Documents
public import Pipelines
internal import Platform

/// Carries on what processes that died have left.
public struct Recovery: Sendable {
    private let engine: Engine
    private let leases: any RunLeases
    private let pipeline: @Sendable (RunDetail) async throws -> Pipeline
    private let workers: Int

    /// - Parameters:
    ///   - workers: how many runs go on at a time.
    ///   - pipeline: reads the definition that a run is pinned to.
    public init(
        engine: Engine, leases: any RunLeases, workers: Int = 8,
        pipeline: @escaping @Sendable (RunDetail) async throws -> Pipeline
    ) {
        self.engine = engine
        self.leases = leases
        self.workers = workers
        self.pipeline = pipeline
    }

    /// Takes abandoned runs over, as many as are worked on soon. To be called before new runs begin, which may be about
    /// the same documents.
    ///
    /// - Throws: the journal's errors.
    public func takeOver() async throws -> [String] {
        try await leases.takeOver(limit: workers * 4)
    }

    /// Carries runs to their end, and then those that are abandoned, until there is none left. When the task is
    /// cancelled, all of them are given up for the next process that looks.
    ///
    /// - Parameters:
    ///   - first: what `takeOver` has returned.
    ///   - deliver: called by one task at a time, as runs end.
    /// - Throws: the journal's errors.
    public func run(_ first: [String] = [], deliver: (RunResult) async -> Void) async throws {
        var runs = first.isEmpty ? try await takeOver() : first
        var seen: Set<String> = []
        while !runs.isEmpty {
            seen.formUnion(runs)
            try await carryOn(runs, deliver: deliver)
            if engine.active.isClosing || Task.isCancelled { return }
            let next = try await takeOver()
            // One that was given up would be taken over again and again.
            let old = next.filter(seen.contains)
            if !old.isEmpty { try await leases.release(old) }
            runs = next.filter { !seen.contains($0) }
        }
    }

    private func carryOn(_ runs: [String], deliver: (RunResult) async -> Void) async throws {
        try await withThrowingTaskGroup(of: RunResult?.self) { group in
            var rest = runs[...]
            func start() {
                guard let run = rest.popFirst() else { return }
                group.addTask(executorPreference: engine.pool) { try await resume(run) }
            }
            for _ in 0..<workers { start() }
            var failure: (any Error)?
            while let result = await group.nextResult() {
                switch result {
                case .success(let result?): await deliver(result)
                case .success(nil): break
                case .failure(let error): failure = failure ?? error
                }
                // Nothing is left that belongs to this process and that it does not work on.
                if Task.isCancelled || failure != nil, !rest.isEmpty {
                    try await leases.release(Array(rest))
                    rest = []
                }
                start()
            }
            if let failure { throw failure }
        }
    }

    private func resume(_ run: String) async throws -> RunResult? {
        guard let detail = try await engine.journal.run(run) else { return nil }
        do {
            let pipeline = try await pipeline(detail)
            return await engine.resume(detail, of: pipeline)
        } catch {
            return try await give(up: detail, error)
        }
    }

    /// A run whose definition this program cannot read stays as it is on record, but not unfinished for ever.
    private func give(up detail: RunDetail, _ error: any Error) async throws -> RunResult? {
        var run = detail.run
        run.status = .failed
        run.finishedAt = engine.clock.now()
        run.error = RunFailure(
            stage: "", kind: "not-resumable",
            message: "The process that worked on this run died, and it cannot be carried on: \(error) What it did so "
                + "far was not taken back; `compass runs show \(run.id)` lists it.")
        do {
            var entries: [JournalEntry] = []
            if let entry = await quarantined(run) { entries.append(.quarantined(entry)) }
            try await engine.journal.commit(entries + [.runFinished(run)])
        } catch is FencedError {
            return nil
        } catch {
            engine.active.keep(unrecorded: run.id)
            throw error
        }
        return RunResult(run: run, stages: detail.stages, journalFailure: nil)
    }

    private func quarantined(_ run: RunRecord) async -> QuarantineEntry? {
        guard let source = run.source, let error = run.error, let keeper = engine.keeper else { return nil }
        let kept: KeptFile
        switch SourceFile.reopen(run, tree: engine.tree) {
        case .success(let file)?: kept = await keeper.keep(file, for: run.id)
        case .failure(let failure)?: kept = KeptFile(.reference, path: source.path, note: failure.message)
        case nil: return nil
        }
        return QuarantineEntry(
            id: run.id, run: run.id, pipeline: run.pipeline, stage: error.stage, status: run.status, kind: error.kind,
            reason: error.message, attempt: 1, place: "", file: run.file ?? source.path.description, source: source,
            kept: kept, createdAt: engine.clock.now())
    }
}
