internal import Digests
internal import Documents
internal import Pipelines
internal import Platform

/// A stage with `for-each` while its elements go on. Each element has a record of its own in the journal; here there are
/// only counts, and a bit for each element that is done.
struct LoopExecution {
    let runner: StageRunner
    let stage: PipelineStage
    let loop: LoopDefinition
    let state: RunState

    private var tally = Tally()
    private var pending: [JournalEntry] = []
    private var failures: [StageRecord] = []
    private var firstFailure: (index: Int, error: RunFailure, status: StageStatus)?
    /// What the last element in the order of the list that succeeded gave; it becomes the stage's.
    private var facts: (index: Int, values: Record) = (-1, [:])
    private var isAbandoned = false
    /// What the list is known by.
    private var list: Record?
    /// Why the outcomes of elements could not be recorded.
    private var journalFailure: (any Error)?

    /// Entries of elements are written at the latest when there are that many.
    private static let maxPending = 256
    private static let page = 500

    /// How the elements ended.
    private struct Tally {
        var succeeded = 0
        var failed = 0
        var rejected = 0
        var cancelled = 0
    }

    init(runner: StageRunner, stage: PipelineStage, loop: LoopDefinition, state: RunState) {
        self.runner = runner
        self.stage = stage
        self.loop = loop
        self.state = state
    }

    consuming func perform(earlier: StageRecord?, pending: [JournalEntry]) async -> StageOutcome {
        self.pending = pending
        var record =
            earlier
            ?? StageRecord(
                position: stage.position, id: stage.id, uses: stage.spec.name, startedAt: runner.starts.next())
        record.attempts = max(1, record.attempts)
        let start = ContinuousClock.now
        do {
            let elements = try loop.list.value(in: state.environment(attempt: 1)).list ?? []
            try check(elements, &record)
            // What came before is in the journal before an element's effect is, and so is the stage they belong to.
            self.pending.append(.stage(run: runner.run.id, record))
            try await write()
            let done = try await self.earlier(of: elements.count)
            do {
                try await perform(elements, done)
                (record.status, record.error) = verdict(of: elements)
                record.outputs = outputs(of: elements)
            } catch {
                record.outputs = outputs(of: elements)
                throw error
            }
        } catch is FencedError {
            isAbandoned = true
        } catch  where runner.control.isSuspended {
            // Reads of the journal end when their task is cancelled.
            isAbandoned = true
        } catch {
            let error = error as? StageError ?? StageExecution.stageError(error)
            record.status = StageExecution.status(of: error)
            record.error = RunFailure(
                stage: stage.id, kind: error.kind, message: error.message, errorClass: error.errorClass)
        }
        if isAbandoned { return StageOutcome(record: record, pending: self.pending, isAbandoned: true) }
        record.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        self.pending.append(.stage(run: runner.run.id, record))
        return StageOutcome(
            record: record, pending: self.pending, items: failures)
    }

    /// Elements are known by their place in the list, so it has to be the same list when another process goes on.
    private mutating func check(_ elements: [Value], _ record: inout StageRecord) throws {
        var hasher = SHA256()
        for element in elements { hasher.update(Array("\(element.json)\n".utf8)) }
        let intent: Record = [
            "count": .integer(Int64(elements.count)), "list-sha256": .string(hasher.finalize().hex),
        ]
        if let earlier = record.intent, earlier != intent {
            throw StageError.failed(
                .permanent, "list-changed",
                "The list of `for-each` of stage `\(stage.id)` is not what it was when another process began with it, "
                    + "so that it is unknown which elements are done. Run the document again.")
        }
        record.intent = intent
        list = intent
    }

    private func outputs(of elements: [Value]) -> Record {
        let ended = tally.succeeded + tally.failed + tally.rejected + tally.cancelled
        var outputs: Record = [
            "count": .integer(Int64(elements.count)), "succeeded": .integer(Int64(tally.succeeded)),
            "failed": .integer(Int64(tally.failed)), "rejected": .integer(Int64(tally.rejected)),
            "skipped": .integer(Int64(elements.count - ended)),
        ]
        for fact in facts.values { outputs[fact.key] = fact.value }
        return outputs
    }

    /// Puts what is pending into the journal; a later commit syncs it.
    private mutating func write() async throws {
        try await runner.engine.journal.transact({ _ in }, recording: { [pending] in pending })
        pending = []
    }

    /// Elements that are done, in this run before a crash or in the run that this one goes on from.
    private mutating func earlier(of count: Int) async throws -> Elements {
        var done = Elements(count: count)
        var sources = [(run: runner.run.id, position: stage.position, isOrigin: false)]
        if let origin = runner.continuation?.recorded(stage), runner.continuation?.kind == .retry,
            let run = runner.continuation?.origin.run.id, origin.intent == list
        {
            sources.append((run, origin.position, true))
        }
        for source in sources {
            var last: Int?
            while true {
                let page = try await runner.engine.journal.items(
                    ofRun: source.run, position: source.position, after: last, limit: Self.page)
                for record in page { adopt(record, isOrigin: source.isOrigin, &done) }
                last = page.last?.item
                if page.count < Self.page { break }
            }
        }
        return done
    }

    private mutating func adopt(_ record: StageRecord, isOrigin: Bool, _ done: inout Elements) {
        guard let index = record.item, index < done.count, !done[index] else { return }
        switch record.status {
        case .running, .interrupted, .cancelled:
            if isOrigin { return }
            var record = record
            record.status = .running
            record.error = nil
            done.unfinished[index] = record
        case .succeeded:
            if isOrigin {
                guard record.undo == nil || record.undo?.status == .irreversible else { return }
                var copy = record
                copy.isReused = true
                pending.append(.stage(run: runner.run.id, copy))
            }
            done[index] = true
            note(record, at: index)
        case .failed, .rejected, .skipped:
            if isOrigin { return }
            done[index] = true
            note(record, at: index)
        }
    }

    private mutating func perform(_ elements: [Value], _ done: Elements) async throws {
        let (runner, stage, loop, state) = (runner, stage, loop, state)
        var next = 0
        await withBoundedTasks(limit: loop.maxParallel) { active in
            while next < elements.count, done[next] { next += 1 }
            guard next < elements.count, !isAbandoned, journalFailure == nil, !Task.isCancelled,
                !(loop.failFast && firstFailure != nil)
            else { return nil }
            let isLate = active > 0 && runner.branches.begin()
            // Made here, so that elements start in the order of the list.
            let execution = StageExecution(
                runner: runner, stage: stage, state: state.with(loop.name, elements[next]), item: next,
                earlier: done.unfinished[next], pending: [])
            next += 1
            return {
                var execution = execution
                if isLate { await execution.runner.branches.catchUp() }
                return await execution.perform()
            }
        } take: { (outcome: StageOutcome, active) in
            if active > 0 { runner.branches.end() }
            await take(outcome, elements)
        }
        if isAbandoned || runner.control.isSuspended { throw FencedError(run: runner.run.id) }
        if let journalFailure { throw journalFailure }
        if Task.isCancelled { throw CancellationError() }
    }

    private mutating func take(_ outcome: StageOutcome, _ elements: [Value]) async {
        if outcome.isAbandoned { isAbandoned = true }
        // What others did is recorded, even if the run is given up meanwhile.
        guard let index = outcome.record.item, !outcome.isAbandoned else { return }
        var record = outcome.record
        if let error = record.error {
            record.error = RunFailure(
                stage: error.stage, kind: error.kind,
                message: "Element \(index + 1) (`\(elements[index].text.prefix(80))`): \(error.message)")
        }
        pending += outcome.pending.filter { if case .stage = $0 { false } else { true } }
        // What a transactional stage gave was recorded in its own transaction.
        if !(record.status == .succeeded && stage.bound.isTransactional) {
            pending.append(.stage(run: runner.run.id, record))
        }
        note(record, at: index)
        if pending.count >= Self.maxPending {
            do {
                try await write()
            } catch is FencedError {
                isAbandoned = true
            } catch {
                // Those that are at work are waited for; their outcomes go along with the run's end.
                journalFailure = error
            }
        }
        runner.engine.observe(.stageFinished(run: runner.run.id, record))
    }

    private mutating func note(_ record: StageRecord, at index: Int) {
        switch record.status {
        case .succeeded:
            tally.succeeded += 1
            if index > facts.index {
                let given = stage.spec.gives.compactMap { fact in record.outputs[fact.name].map { (fact.name, $0) } }
                facts = (index, Record(given))
            }
            return
        case .failed: tally.failed += 1
        case .rejected: tally.rejected += 1
        case .cancelled: tally.cancelled += 1
        case .skipped, .running, .interrupted: return
        }
        if failures.count < RunResult.maxItems { failures.append(record) }
        if let error = record.error, firstFailure.map({ index < $0.index }) ?? true {
            firstFailure = (index, error, record.status)
        }
    }

    /// What the elements make of the stage: a failure weighs more than a rejection.
    private func verdict(of elements: [Value]) -> (StageStatus, RunFailure?) {
        guard let first = firstFailure else { return (.succeeded, nil) }
        let bad = tally.failed + tally.rejected + tally.cancelled
        let status: StageStatus = tally.failed > 0 ? .failed : tally.rejected > 0 ? .rejected : .cancelled
        let words = bad == 1 ? "1 of \(elements.count) elements" : "\(bad) of \(elements.count) elements"
        return (
            status,
            RunFailure(
                stage: stage.id, kind: first.error.kind,
                message: "\(words) did not succeed. \(first.error.message)")
        )
    }

    /// A bit for each element, and the records of those that were at work when the process died.
    private struct Elements {
        let count: Int
        private var bits: [UInt64]
        var unfinished: [Int: StageRecord] = [:]

        init(count: Int) {
            self.count = count
            bits = Array(repeating: 0, count: (count + 63) / 64)
        }

        subscript(index: Int) -> Bool {
            get { bits[index / 64] & (1 << UInt64(index % 64)) != 0 }
            set {
                if newValue {
                    bits[index / 64] |= 1 << UInt64(index % 64)
                } else {
                    bits[index / 64] &= ~(1 << UInt64(index % 64))
                }
            }
        }
    }
}
