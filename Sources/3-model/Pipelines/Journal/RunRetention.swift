public import Platform

/// Keeps the journal from growing for ever.
public protocol RunRetention: Sendable {
    /// Removes finished runs with all that is recorded of them, oldest first, in one short transaction. Runs that a
    /// held file in quarantine refers to, or that have a notification waiting, stay; so do versions in the catalog.
    /// With `before`, what is known of older slots of schedules goes too, a batch at a time: the newest one of each
    /// schedule and those that go on stay.
    ///
    /// - Parameters:
    ///   - before: those that ended earlier; nil: whatever their age.
    ///   - newest: this many of the newest finished runs stay; nil: any number may go.
    ///   - limit: at most that many in this call.
    /// - Returns: how many were removed; less than `limit` when there is nothing left to remove.
    func prune(finishedBefore before: Timestamp?, keeping newest: Int?, limit: Int) async throws -> Int

    /// How many `prune` would remove in all.
    func prunable(finishedBefore before: Timestamp?, keeping newest: Int?) async throws -> Int
}
