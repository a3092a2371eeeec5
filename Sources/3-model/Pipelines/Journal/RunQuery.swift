/// Which runs a list shows; newest first.
public struct RunQuery: Sendable, Hashable {
    public var pipeline: String?
    /// Any of these; empty: all.
    public var statuses: [RunStatus] = []
    /// Only runs that go on from this one.
    public var origin: String?
    /// Only runs of this batch.
    public var batch: String?

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
