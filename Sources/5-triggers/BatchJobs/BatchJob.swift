internal import Digests
public import Documents
public import Engine
internal import FileIntake
public import Pipelines
public import Platform

/// Runs a pipeline once for each item of its `source`: files, or documents of the catalog. Items are read page by page,
/// so memory does not grow with their number, and each has one run, however often the job is interrupted.
public struct BatchJob: Sendable {
    /// Runs one item as soon as there is room; nil: the process is ending and the run did not begin.
    public typealias Launch = @Sendable (RunRequest, Pipeline) async -> RunResult?

    let batches: any BatchJournal
    let journal: any Journal
    let width: Int
    let launch: Launch
    let ends: RunEnds
    let clock: EngineClock
    let observe: @Sendable (BatchEvent) -> Void
    let makeItems: @Sendable (BatchRecord, Pipeline) throws -> any ItemSource
    private let selection: ItemSelection?

    /// - Parameters:
    ///   - root: the workspace's folder; files are relative to it.
    ///   - owner: whose documents runs are about when their pipeline has no input `user`, as the engine has it.
    ///   - width: how many items are on their way at a time.
    ///   - quarantine: files that the same pipeline rejected and that it still holds are left out while they are the
    ///     same; nil: they are judged again.
    ///   - ends: of the engine that `launch` runs pipelines on.
    ///   - observe: gets what there is to tell beside results, on any thread; must not block.
    public init(
        batches: any BatchJournal, journal: any Journal, catalog: any CatalogReading, root: Path, owner: String,
        width: Int,
        quarantine: (any Quarantine)? = nil, launch: @escaping Launch, ends: RunEnds = RunEnds(),
        clock: EngineClock = .system,
        observe: @escaping @Sendable (BatchEvent) -> Void = { _ in }
    ) {
        let selection = ItemSelection(
            catalog: catalog, root: root, owner: owner, quarantine: quarantine, observe: observe)
        self.init(
            batches: batches, journal: journal, width: width, launch: launch, ends: ends, clock: clock,
            observe: observe,
            selection: selection, makeItems: { try selection.items(of: $0, $1) })
    }

    init(
        batches: any BatchJournal, journal: any Journal, width: Int, launch: @escaping Launch,
        ends: RunEnds = RunEnds(), clock: EngineClock = .system,
        observe: @escaping @Sendable (BatchEvent) -> Void = { _ in },
        selection: ItemSelection? = nil, makeItems: @escaping @Sendable (BatchRecord, Pipeline) throws -> any ItemSource
    ) {
        precondition(width > 0, "a batch has an item on its way")
        self.batches = batches
        self.journal = journal
        self.width = width
        self.launch = launch
        self.ends = ends
        self.clock = clock
        self.observe = observe
        self.selection = selection
        self.makeItems = makeItems
    }

    /// Whether a batch can be begun at all: its inputs and the filters of its source, as far as they are known without an
    /// item. Records nothing.
    ///
    /// - Throws: `StageError` for an input or a filter that is wrong; `CatalogError` of kind `unknownSchool` when the
    ///   source names a school that is not there; the catalog's errors.
    public func check(_ batch: BatchRecord, of pipeline: Pipeline) async throws {
        try await selection?.check(batch, pipeline)
    }

    /// Begins a batch, or goes on with one behind what is on record, and carries it to its end. One that
    /// somebody else works on is waited for.
    ///
    /// An item whose run is in the journal is not run again: one that has ended is taken as it is, and one that goes on is
    /// waited for, which somebody else carries on. A file that is not whole yet, or that
    /// went or changed after it was listed, is left out. A source that cannot be read
    /// to its end ends the batch as failed, behind the items that were read.
    ///
    /// One that `cancelBatch` gave up is returned as that, as soon as the runs that it has on their way have ended.
    ///
    /// When the task is cancelled, or `launch` returns nil or a run that was given up, no further item begins, those on
    /// their way are waited for, and the batch stays `running`, to be gone on with later. Whether a run is cancelled with
    /// the task is up to `launch`.
    ///
    /// - Parameters:
    ///   - batch: with its id, which the caller has chosen; what is on record of it counts.
    ///   - pipeline: as it was when the batch began; is pinned in the journal.
    ///   - deliver: gets every item's result, in no order; called by one task at a time.
    /// - Returns: the batch as it is on record at the end; still `running` when the process is ending.
    /// - Throws: the journal's errors.
    public func run(
        _ batch: BatchRecord, of pipeline: Pipeline, deliver: (RunResult) async -> Void
    ) async throws -> BatchRecord {
        while try await !batches.claim(batch.id) {
            if let known = try await batches.batch(batch.id), known.status != .running { return known }
            do {
                try await clock.sleep(RunEnds.pollInterval)
            } catch {
                return batch
            }
        }
        do {
            let record = try await carry(batch, of: pipeline, deliver)
            try await batches.disclaim(batch.id)
            return record
        } catch {
            try await batches.disclaim(batch.id)
            throw error
        }
    }

    private func carry(
        _ batch: BatchRecord, of pipeline: Pipeline, _ deliver: (RunResult) async -> Void
    ) async throws -> BatchRecord {
        let known = try await batches.batch(batch.id)
        if let known, known.status != .running { return known }
        try await journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let record = known ?? batch
        Failpoint.pass("batch.beginning")
        if known == nil { try await batches.put(record) }
        Failpoint.pass("batch.begun")
        var execution = BatchExecution(job: self, pipeline: pipeline, record: record)
        let ended = try await execution.run(deliver)
        // Somebody may have given it up meanwhile. Who is cancelled reads no journal any more.
        if Task.isCancelled { return ended }
        return try await batches.batch(batch.id) ?? ended
    }

    /// The items that a batch would run over, in order, without running any.
    ///
    /// - Parameters:
    ///   - limit: at most so many.
    /// - Returns: their requests, and whether there are more.
    /// - Throws: what keeps the source from being read.
    public func preview(
        _ batch: BatchRecord, of pipeline: Pipeline, limit: Int
    ) async throws -> (requests: [RunRequest], hasMore: Bool) {
        let source = try makeItems(batch, pipeline)
        var requests: [RunRequest] = []
        var cursor: String?
        repeat {
            let page = try await source.page(after: cursor)
            for item in page.items {
                guard let request = try await item.prepare() else { continue }
                if requests.count == limit { return (requests, true) }
                requests.append(request)
            }
            cursor = page.next
        } while cursor != nil
        if let failure = source.failure { throw failure }
        return (requests, false)
    }
}

extension BatchRecord {
    /// The id of an item's run: always the same for the same batch and item.
    ///
    /// - Parameter key: what tells the item from the others: a version's id, a path, a school's id.
    public func run(ofItem key: [UInt8]) -> String {
        Identifier.run(at: startedAt, of: SHA256.digest(of: Array(id.utf8) + [0] + key).bytes)
    }

    /// What the ends of all its runs come to together: failed before rejected before succeeded.
    ///
    /// - Parameter isComplete: whether the source was read to its end.
    static func status(of counts: [RunStatus: Int], isComplete: Bool) -> RunStatus {
        func has(_ status: RunStatus) -> Bool { counts[status, default: 0] > 0 }
        if !isComplete || has(.failed) || has(.cancelled) { return .failed }
        return has(.rejected) ? .rejected : .succeeded
    }
}

/// What a batch tells while it goes on, beside the results of its runs.
public enum BatchEvent: Sendable, Hashable {
    /// So many items are known to be there in all, those that are done included.
    case counted(Int)
    /// A file that is meant and not taken this time, and why: "it is open for writing".
    case leftOut(Path, String)
}
