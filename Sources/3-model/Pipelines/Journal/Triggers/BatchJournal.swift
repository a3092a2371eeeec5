public import Documents

/// The record of batches, in the journal's database.
public protocol BatchJournal: Sendable {
    /// Adds a batch, or changes what is on record of it; one that was cancelled stays as it is. On disk on return.
    func put(_ batch: BatchRecord) async throws

    /// Gives an unfinished batch up, whoever works on it: in one step it is on record as cancelled, no further run of it
    /// begins, and those that are not finished are wanted cancelled, as by `RunLeases.requestCancellation`. What is on
    /// record of it does not change any more. On disk on return.
    func cancelBatch(_ id: String) async throws -> BatchCancellation

    /// Takes a batch for the caller: nobody else works on it until `disclaim`, or until the process ends, however it ends.
    ///
    /// - Returns: false when somebody else has it, in this process or in another one.
    func claim(_ id: String) async throws -> Bool

    /// Gives a batch up that `claim` gave; one that was not given stays as it is.
    func disclaim(_ id: String) async throws

    func batch(_ id: String) async throws -> BatchRecord?

    /// Newest first.
    ///
    /// - Parameter pipeline: nil: of all.
    func batches(ofPipeline pipeline: String?, limit: Int, after cursor: String?) async throws -> Page<BatchRecord>

    /// Those that are not finished, oldest first.
    func unfinishedBatches() async throws -> [BatchRecord]

    /// How many of its runs have which status.
    func counts(ofBatch id: String) async throws -> [RunStatus: Int]
}

extension BatchJournal {
    /// How many items of a batch have been handed to runs: what is on record of a batch that goes on is only up to the
    /// last page that is done, and its runs are there from their start.
    public func progress(of batch: BatchRecord) async throws -> Int {
        if batch.status != .running { return batch.items }
        return max(batch.items, try await counts(ofBatch: batch.id).values.reduce(0, +))
    }
}
