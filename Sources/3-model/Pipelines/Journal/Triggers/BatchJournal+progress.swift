extension BatchJournal {
    /// How many items of a batch have been handed to runs: what is on record of a batch that goes on is only up to the
    /// last page that is done, and its runs are there from their start.
    public func progress(of batch: BatchRecord) async throws -> Int {
        if batch.status != .running { return batch.items }
        return max(batch.items, try await counts(ofBatch: batch.id).values.reduce(0, +))
    }
}
