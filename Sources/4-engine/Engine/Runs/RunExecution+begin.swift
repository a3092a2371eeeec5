internal import Pipelines
internal import Platform

extension RunExecution {
    /// Brings the run into the journal.
    ///
    /// - Returns: its result, if it does not begin at all.
    mutating func begin() async -> RunResult? {
        do {
            // Who replays a run wants it done again.
            let key = continuation?.kind == .replay ? nil : try pipeline.deduplicationKey(of: file, state)
            return try await begin(key: pipeline.deduplication?.action == .version ? nil : key)
        } catch {
            let error = error as? StageError ?? StageExecution.stageError(error)
            if error.kind == "cancelled" {
                run.status = .cancelled
                run.error = RunFailure(stage: "", kind: error.kind, message: error.message)
                isAbandoned = true
                return result
            }
            state.end(
                error.outcome == .rejected ? .rejected : .failed,
                RunFailure(stage: "", kind: error.kind, message: error.message))
            return await beginWithoutLimits()
        }
    }

    private mutating func begin(key: String?) async throws -> RunResult? {
        var passed: Set<String> = []
        while true {
            let reused = earlier.values.sorted { $0.position < $1.position }
            // What adds to a document does not stand for it.
            let admission = try await engine.journal.start(
                run, stages: reused, limit: pipeline.concurrency?.limit,
                key: isAddition ? nil : key, passing: passed)
            switch admission {
            case .started:
                return nil
            case .full(let runs):
                if let result = try await yieldTo(runs) { return result }
            case .duplicate(let first):
                if let result = try await treatDuplicate(of: first, &passed) { return result }
            case .batchCancelled:
                return withoutBatch
            }
        }
    }

    /// A run that cannot go on normally is recorded all the same, and its handlers run.
    private mutating func beginWithoutLimits() async -> RunResult? {
        do {
            let reused = earlier.values.sorted { $0.position < $1.position }
            let admission = try await engine.journal.start(run, stages: reused, limit: nil, key: nil)
            return admission == .batchCancelled ? withoutBatch : nil
        } catch {
            return unrecorded(error)
        }
    }

    /// Its batch was cancelled before it began, so it does not.
    private var withoutBatch: RunResult {
        var run = run
        run.status = .cancelled
        run.error = RunFailure(
            stage: "", kind: RunResult.batchCancelled,
            message: "Its batch was cancelled before the run began, so it did not begin.")
        return RunResult(run: run, stages: [], journalFailure: nil, isAbandoned: true)
    }

    /// The journal does not know the run.
    private mutating func unrecorded(_ error: any Error) -> RunResult {
        note(journal: error)
        run.status = .failed
        run.error = journalFailure
        run.finishedAt = engine.clock.now()
        return result
    }

    /// The group is full.
    private mutating func yieldTo(_ runs: [String]) async throws -> RunResult? {
        switch pipeline.concurrency?.whenFull ?? .queue {
        case .queue:
            try await wait(for: runs)
        case .skip:
            return await end(
                as: .skipped, "group-full",
                "Skipped: \(runs.count) \(runs.count == 1 ? "run" : "runs") of its group `\(run.group ?? "")` "
                    + "\(runs.count == 1 ? "goes" : "go") on, which is the limit, and the pipeline says `when-full: skip`."
            )
        case .cancelOldest:
            if let oldest = runs.first {
                engine.active.cancel(oldest)
                _ = try await engine.leases?.requestCancellation(of: oldest)
            }
            try await wait(for: runs)
        }
        return nil
    }

    private mutating func wait(for runs: [String]) async throws {
        if !isAnnounced {
            isAnnounced = true
            engine.observe(.runWaiting(run, behind: runs))
        }
        // Their processes may be gone.
        engine.stalled.yield()
        // For a place among them, not for the end of one: whoever is woken by that end would ask for the place with all others.
        try await branches.waiting { try await engine.clock.sleep(RunEnds.pollInterval) }
    }

    /// What becomes of the first run decides: while it goes on nobody knows whether it leaves anything. If it does not
    /// succeed, one of those that waited runs in its place.
    ///
    /// - Parameter passed: gets the run if it stands for nothing.
    /// - Returns: nil: the run may begin, or asks again.
    private mutating func treatDuplicate(of first: String, _ passed: inout Set<String>) async throws -> RunResult? {
        let action = pipeline.deduplication?.action ?? .version
        if action == .version { return nil }
        guard let detail = try await engine.journal.run(first) else { return nil }
        if detail.run.status == .running {
            try await wait(for: [first])
            return nil
        }
        guard detail.run.status == .succeeded else { return nil }
        if try await engine.hasLostBytes(of: detail) {
            passed.insert(first)
            return nil
        }
        switch action {
        case .version: return nil
        case .skip:
            return await end(
                as: .skipped, "duplicate", "Skipped: run \(first) has processed the same document already.")
        case .reject:
            return await end(
                as: .rejected, "duplicate", "Run \(first) has processed the same document already.")
        case .attach:
            let addition = Addition(to: detail, run.inputs, chosen: chosen, in: pipeline)
            notTaken = addition.notTaken
            if addition.isEmpty {
                return RunResult(
                    run: detail.run, stages: detail.stages, journalFailure: nil, duplicateOf: first, request: run,
                    notTaken: notTaken)
            }
            isAddition = true
            // One that goes on from another run keeps what it has taken over from that.
            if run.origin == nil { run.origin = RunOrigin(run: first, kind: .addition) }
            earlier.merge(addition.taken(starts)) { record, _ in record }
            return nil
        }
    }

    /// Records a run that does nothing.
    mutating func end(as status: RunStatus, _ kind: String, _ message: String) async -> RunResult {
        do {
            if try await engine.journal.start(run, stages: [], limit: nil, key: nil) == .batchCancelled {
                return withoutBatch
            }
            state.end(status, RunFailure(stage: "", kind: kind, message: message))
            try await finish()
        } catch {
            return unrecorded(error)
        }
        return result
    }
}
