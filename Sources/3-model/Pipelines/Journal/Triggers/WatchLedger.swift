/// What watched folders remember of their files. It shares the journal's database: what is committed here before a run
/// starts is on disk whenever that run's start is.
///
/// It is this machine's: a file is what the machine's file system says that it is, and its path leads nowhere else. A
/// database that several machines share keeps a ledger for each, by the machine's name.
public protocol WatchLedger: Sendable {
    /// The number of a watched folder, made at the first call. It stays while pipeline and path stay.
    ///
    /// - Parameter path: as the pipeline writes it.
    func register(pipeline: String, path: String) async throws -> Int64

    /// In the order of `File`, for looking through all of them.
    ///
    /// - Parameters:
    ///   - states: any of these; empty: all.
    ///   - after: the last one of the former page.
    func entries(
        ofWatch watch: Int64, states: [LedgerEntry.State], after: LedgerEntry.File?, limit: Int
    ) async throws -> [LedgerEntry]

    func entry(ofWatch watch: Int64, file: LedgerEntry.File) async throws -> LedgerEntry?

    /// Adds entries, or replaces those of the same watch and file; all or none. Committed on return, so that they survive
    /// the end of the process; on disk with the next durable write of the journal.
    func put(_ entries: [LedgerEntry]) async throws

    /// Forgets files that are gone. As durable as `put`.
    func forget(_ files: [LedgerEntry.File], ofWatch watch: Int64) async throws

    /// Forgets those entries that still are what they were when they were read: one that was put since is of a file that is
    /// there after all. As durable as `put`.
    ///
    /// - Returns: the files of those that it has forgotten.
    func forgetUnchanged(_ entries: [LedgerEntry]) async throws -> [LedgerEntry.File]
}
