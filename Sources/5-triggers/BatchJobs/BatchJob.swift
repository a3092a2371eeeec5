public import Documents
public import Engine
public import Pipelines
public import Platform

/// Runs a pipeline once for each item of its `source`: files, or documents of the catalog. Items are read page by page,
/// so memory does not grow with their number, and each has one run, however often the job is interrupted.
public struct BatchJob: Sendable {
    /// Runs one item as soon as there is room; nil: the process is ending and the run did not begin.
    public typealias Launch = @Sendable (RunRequest, Pipeline) async -> RunResult?

    /// - Parameters:
    ///   - root: the workspace's folder; files are relative to it.
    ///   - width: how many items are on their way at a time.
    public init(
        batches: any BatchJournal, journal: any Journal, catalog: any Catalog, root: Path, width: Int,
        launch: @escaping Launch, clock: EngineClock = .system
    ) {}

    /// Begins a batch, or goes on with one behind what is on record, and carries it to its end.
    ///
    /// - Parameters:
    ///   - batch: with its id, which the caller has chosen; what is on record of it counts.
    ///   - deliver: gets every item's result, in no order; called by one task at a time.
    /// - Returns: the batch as it is on record at the end; still `running` when the process is ending.
    /// - Throws: the journal's errors.
    public func run(
        _ batch: BatchRecord, of pipeline: Pipeline, deliver: (RunResult) async -> Void
    ) async throws -> BatchRecord { batch }
}
