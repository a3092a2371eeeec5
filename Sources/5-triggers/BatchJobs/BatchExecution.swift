internal import Digests
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// A batch while it goes on.
struct BatchExecution {
    /// Whether those that wait for somebody else shall give it up.
    private final class Leaving: Sendable {
        private let flag = Atomic(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func set() { flag.store(true, ordering: .relaxed) }
    }

    private enum Outcome: Sendable {
        case ended(RunResult)
        case leftOut
        /// The process is ending.
        case undone
        /// The item could not be made.
        case unreadable(any Error)
        /// The journal could not be read.
        case failed(any Error)
    }

    let job: BatchJob
    let pipeline: Pipeline
    var record: BatchRecord
    private var ledger = PageLedger()
    private var sourceFailure: StageError?
    private var trouble: (any Error)?
    private var isDrained = false
    private let leaving = Leaving()
    private var rest: ArraySlice<BatchItem> = []
    private var page = 0
    private var cursor: String?

    init(job: BatchJob, pipeline: Pipeline, record: BatchRecord) {
        self.job = job
        self.pipeline = pipeline
        self.record = record
        cursor = record.cursor
    }

    private var isLeaving: Bool { leaving.isSet || trouble != nil || Task.isCancelled }

    mutating func run(_ deliver: (RunResult) async -> Void) async throws -> BatchRecord {
        let source: (any ItemSource)?
        do {
            source = try job.makeItems(record, pipeline)
        } catch {
            source = nil
            sourceFailure = StageError(error)
        }
        if let source { await carryOut(source, deliver) }
        if let trouble { throw trouble }
        if isLeaving { return record }
        sourceFailure = sourceFailure ?? source?.failure
        try await finish()
        return record
    }

    private mutating func carryOut(_ source: any ItemSource, _ deliver: (RunResult) async -> Void) async {
        await withBoundedTasks(limit: job.width) { _ in
            guard !isLeaving, let item = await next(of: source) else {
                if isLeaving { leaving.set() }
                return nil
            }
            return { [job, pipeline, record, leaving, page] in
                (page, await Self.carry(item, of: record, pipeline, job, leaving))
            }
        } take: { (ended: (page: Int, outcome: Outcome), _) in
            await note(ended.outcome, ended.page, deliver)
            if isLeaving { leaving.set() }
        }
    }

    /// Reads a page when there is no item left of the former one; nil: there is none any more.
    private mutating func next(of source: any ItemSource) async -> BatchItem? {
        while rest.isEmpty, !isDrained {
            // A slice keeps the whole page that it is of.
            rest = []
            do {
                let read = try await source.page(after: cursor)
                Failpoint.pass("batch.page-read")
                rest = read.items[...]
                page = ledger.add(items: read.items.count, end: read.next)
                cursor = read.next
                isDrained = read.next == nil
            } catch {
                if !(error is CancellationError) { sourceFailure = sourceFailure ?? StageError(error) }
                isDrained = true
            }
        }
        return rest.popFirst()
    }

    private mutating func note(_ outcome: Outcome, _ page: Int, _ deliver: (RunResult) async -> Void) async {
        switch outcome {
        case .ended(let result):
            await deliver(result)
            ledger.end(ofPage: page, isRun: true)
        case .leftOut: ledger.end(ofPage: page, isRun: false)
        case .unreadable(let error):
            sourceFailure = sourceFailure ?? StageError(error)
            ledger.end(ofPage: page, isRun: false)
            (rest, isDrained) = ([], true)
        case .undone: leaving.set()
        case .failed(let error): trouble = trouble ?? error
        }
        Failpoint.pass("batch.item-ended")
        guard trouble == nil, let done = ledger.advance() else { return }
        record.items += done.items
        // Behind the last page there is nothing to go on with but the end.
        guard let end = done.end else { return }
        record.cursor = end
        do {
            try await job.batches.put(record)
            Failpoint.pass("batch.cursor-moved")
        } catch {
            trouble = error
        }
    }

    /// Runs one item, unless the journal has it already.
    private static func carry(
        _ item: BatchItem, of batch: BatchRecord, _ pipeline: Pipeline, _ job: BatchJob, _ leaving: Leaving
    ) async -> Outcome {
        let id = batch.run(ofItem: item.key)
        do {
            if let known = try await job.journal.run(id) { return try await wait(for: known, job, leaving) }
        } catch is CancellationError {
            return .undone
        } catch {
            return .failed(error)
        }
        let prepared: RunRequest?
        do {
            prepared = try await item.prepare()
        } catch is CancellationError {
            return .undone
        } catch {
            return .unreadable(error)
        }
        guard let prepared else { return .leftOut }
        let request = RunRequest(
            file: prepared.file, in: prepared.base, inputs: prepared.inputs, trigger: prepared.trigger,
            shownFile: prepared.shownFile,
            id: id, batch: batch.id, expected: prepared.expected)
        guard let result = await job.launch(request, pipeline) else { return .undone }
        if result.isAbandoned, result.run.error?.kind == SourceFileError.Code.changed.rawValue {
            if let path = item.path { job.observe(.leftOut(path, "it went or was changed before its run began")) }
            return .leftOut
        }
        if result.isAbandoned { return .undone }
        return .ended(result)
    }

    /// Waits until whoever has a run is done with it.
    private static func wait(for detail: RunDetail, _ job: BatchJob, _ leaving: Leaving) async throws -> Outcome {
        if detail.run.status != .running {
            return .ended(RunResult(run: detail.run, stages: detail.stages, journalFailure: nil))
        }
        let ending = try await job.ends.end(
            of: detail.run.id, in: job.journal, clock: job.clock, isLeaving: { leaving.isSet })
        switch ending {
        case .ended(let detail):
            return .ended(RunResult(run: detail.run, stages: detail.stages, journalFailure: nil))
        case .unknown: return .leftOut
        case .notAwaited: return .undone
        }
    }

    /// Records the end, once all runs of the batch have ended: also of items that the source does not show any more.
    private mutating func finish() async throws {
        var counts = try await job.batches.counts(ofBatch: record.id)
        // Nobody here knows which runs these are.
        while counts[.running, default: 0] > 0 {
            do {
                try await job.clock.sleep(RunEnds.pollInterval)
            } catch {
                return
            }
            counts = try await job.batches.counts(ofBatch: record.id)
        }
        record.items = max(record.items, counts.values.reduce(0, +))
        record.status = BatchRecord.status(of: counts, isComplete: sourceFailure == nil)
        record.error = sourceFailure.map {
            RunFailure(stage: "", kind: $0.kind, message: $0.message, errorClass: $0.errorClass)
        }
        record.finishedAt = job.clock.now()
        Failpoint.pass("batch.finishing")
        try await job.batches.put(record)
        Failpoint.pass("batch.finished")
    }
}
