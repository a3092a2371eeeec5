internal import Documents
public import Pipelines
internal import Platform

/// Carries on what processes that died have left.
public struct Recovery: Sendable {
    private let engine: Engine
    private let leases: any RunLeases
    private let pipeline: @Sendable (RunDetail) async throws -> Pipeline
    private let workers: Int
    private let isStopping: @Sendable () -> Bool
    private let settlesAll: Bool
    private let settled: @Sendable (RunResult) async -> Void

    private enum Event: Sendable {
        case ended(RunResult?)
        /// nil: its definition cannot be read now.
        case settled(RunResult?)
        case failed(run: String, any Error)
        case released, reacquired
    }

    /// - Parameters:
    ///   - workers: how many runs go on at a time; those that wait for their next try do not count.
    ///   - isStopping: whether no further run is to be carried on; those that go on are left alone.
    ///   - settlesAll: whether all that ended runs have not taken back is tried now, and not only what is due.
    ///   - settled: is told what such a try came to.
    ///   - pipeline: reads the definition that a run is pinned to.
    public init(
        engine: Engine, leases: any RunLeases, workers: Int = 8, isStopping: @escaping @Sendable () -> Bool = { false },
        settlesAll: Bool = false, settled: @escaping @Sendable (RunResult) async -> Void = { _ in },
        pipeline: @escaping @Sendable (RunDetail) async throws -> Pipeline
    ) {
        self.engine = engine
        self.leases = leases
        self.workers = workers
        self.isStopping = isStopping
        self.settlesAll = settlesAll
        self.settled = settled
        self.pipeline = pipeline
    }

    /// Takes abandoned runs over, as many as are worked on soon. To be called before new runs begin, which may be about
    /// the same documents.
    ///
    /// - Throws: the journal's errors.
    public func takeOver() async throws -> [String] {
        try await leases.takeOver(limit: workers * 4)
    }

    /// Carries runs to their end, and then those that are abandoned, until there is none left; and then has what ended
    /// runs still owe taken back, one after the other, until one of them fails again. When the task is cancelled, all of
    /// them are given up for the next process that looks.
    ///
    /// - Parameters:
    ///   - first: what `takeOver` has returned.
    ///   - deliver: called by one task at a time, as runs end.
    /// - Throws: the journal's errors.
    public func run(_ first: [String] = [], deliver: (RunResult) async -> Void) async throws {
        var rest = first.isEmpty ? try await takeOver()[...] : first[...]
        var seen = Set(rest)
        var failure: (any Error)?
        let mailbox = Mailbox<Event>()
        let permit = WorkerPermit(release: { mailbox.put(.released) }, reacquire: { mailbox.put(.reacquired) })
        await withDiscardingTaskGroup { group in
            var (active, released) = (0, 0)
            var debts = Debts(time: settlesAll ? nil : engine.clock.now())
            var isLeaving: Bool { Task.isCancelled || engine.active.isClosing || failure != nil || isStopping() }
            while true {
                do {
                    while !isLeaving, active - released < workers, released < Batch.maxWaiting {
                        if rest.isEmpty { rest = try await more(&seen) }
                        guard let run = rest.popFirst() else { break }
                        active += 1
                        group.addTask(executorPreference: engine.pool) {
                            do {
                                mailbox.put(.ended(try await resume(run, permit)))
                            } catch {
                                mailbox.put(.failed(run: run, error))
                            }
                        }
                    }
                    if !isLeaving, rest.isEmpty, debts.isOpen, let run = try await debts.next(of: leases) {
                        active += 1
                        group.addTask(executorPreference: engine.pool) {
                            do {
                                mailbox.put(.settled(try await settle(run)))
                            } catch {
                                mailbox.put(.failed(run: run, error))
                            }
                        }
                    }
                    // Nothing may be left that belongs to this process and that it does not work on.
                    if isLeaving, !rest.isEmpty {
                        try await leases.release(Array(rest))
                        rest = []
                    }
                } catch {
                    // A question that was cut off by the wish to end is no failure.
                    if !Task.isCancelled || !(error is CancellationError) { failure = failure ?? error }
                    engine.active.markUnrecorded(Array(rest))
                    rest = []
                }
                if active == 0 { break }
                for event in await mailbox.take() {
                    switch event {
                    case .released: released += 1
                    case .reacquired: released -= 1
                    case .ended(let result):
                        active -= 1
                        if let result { await deliver(result) }
                    case .settled(let result):
                        active -= 1
                        debts.end(isWhole: result?.run.debt == nil && result?.isAbandoned == false)
                        if let result { await settled(result) }
                    case .failed(let run, let error):
                        active -= 1
                        if !Task.isCancelled { failure = failure ?? error }
                        rest.append(run)
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    /// What is abandoned now, but for runs that this process has given up: it would take them over again and again.
    private func more(_ seen: inout Set<String>) async throws -> ArraySlice<String> {
        let runs = try await takeOver()
        let old = runs.filter(seen.contains)
        if !old.isEmpty {
            do {
                try await leases.release(old)
            } catch {
                engine.active.markUnrecorded(old)
            }
        }
        let new = runs.filter { !seen.contains($0) }
        seen.formUnion(new)
        return new[...]
    }

    /// Those of one pass.
    private struct Debts {
        /// nil: all; otherwise those that are due by then.
        let time: Timestamp?
        private var tried: Set<String> = []
        private(set) var isOpen = true

        init(time: Timestamp?) {
            self.time = time
        }

        mutating func next(of leases: any RunLeases) async throws -> String? {
            isOpen = false
            guard let run = try await leases.takeDebt(dueBy: time, except: tried) else { return nil }
            tried.insert(run)
            return run
        }

        /// What keeps one from being taken back is likely to keep the others, unless somebody wants them all tried.
        mutating func end(isWhole: Bool) { isOpen = isWhole || time == nil }
    }

    /// - Returns: nil when its definition cannot be read; it is tried again later.
    private func settle(_ run: String) async throws -> RunResult? {
        guard let detail = try await engine.journal.run(run) else { return nil }
        do {
            return await engine.settle(detail, of: try await pipeline(detail))
        } catch {
            try await leases.release([run])
            if error is any ClassifiedError || Task.isCancelled { throw error }
            return nil
        }
    }

    private func resume(_ run: String, _ permit: WorkerPermit) async throws -> RunResult? {
        guard let detail = try await engine.journal.run(run) else { return nil }
        do {
            let pipeline = try await pipeline(detail)
            return await engine.resume(detail, of: pipeline, index: 0, permit: permit)
        } catch let error as any ClassifiedError {
            // The journal could not be read now; that says nothing of the definition.
            engine.active.markUnrecorded([run])
            throw error
        } catch {
            // The definition may be quite all right.
            if Task.isCancelled { throw error }
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
            message: "The process that worked on this run died, and it cannot be resumed: \(error) What it did so "
                + "far is undone as soon as its definition can be read; the record of run \(run.id) lists it.")
        run.debt = UndoDebt(due: engine.clock.now().advanced(by: UndoDebt.wait(afterTries: 1)))
        do {
            var entries: [JournalEntry] = []
            if let entry = await quarantined(run) { entries.append(.quarantined(entry)) }
            try await engine.journal.commit(entries + [.runFinished(run)])
        } catch is FencedError {
            return nil
        } catch {
            engine.active.markUnrecorded([run.id])
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
