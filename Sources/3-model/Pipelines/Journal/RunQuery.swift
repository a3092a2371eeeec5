public import Documents
public import Platform

/// Which runs a list shows; newest first.
public struct RunQuery: Sendable, Hashable {
    public var pipeline: String?
    /// Any of these; empty: all.
    public var statuses: [RunStatus] = []
    /// Only runs that go on from this one.
    public var origin: String?
    /// Only runs of this batch.
    public var batch: String?
    /// Only runs of this owner.
    public var owner: String?
    /// When they were asked for, as their ids tell, to the millisecond: runs of a batch when that was.
    public var asked = TimePeriod()

    public init() {}
}

/// The run that another one goes on from.
public struct RunOrigin: Sendable, Hashable {
    /// Why there is a further run.
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        /// A retry: from the stage that had failed.
        case retry
        /// A replay: from a stage that somebody chose.
        case replay
        /// A release out of quarantine: from the beginning, with the bytes that were kept.
        case release
        /// What was asked for besides known bytes: done to the document of the run that had brought them.
        case addition
    }

    /// Its id.
    public let run: String
    public let kind: Kind

    public init(run: String, kind: Kind) {
        self.run = run
        self.kind = kind
    }
}

/// Looks for documents that were there before.
public protocol DuplicateLookup: Sendable {
    /// The newest run with a deduplication key that goes on, or has succeeded and left something that is still there; nil
    /// when there is none. The same answer that `Journal.start` gives.
    ///
    /// - Parameters:
    ///   - pipeline: of the run that asks.
    ///   - passed: runs that stand for no document any more.
    func duplicate(of key: String, for pipeline: String, passing passed: Set<String>) async throws -> String?
}

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
