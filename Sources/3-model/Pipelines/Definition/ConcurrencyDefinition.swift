/// How many runs of a group may go on at a time.
public struct ConcurrencyDefinition: Sendable {
    /// What becomes of a run that comes when the group is full.
    public enum WhenFull: String, Sendable, CaseIterable, Hashable {
        /// It waits its turn; groups take turns.
        case queue
        /// It is recorded as skipped.
        case skip
        /// The oldest run of the group is cancelled, and this one goes on.
        case cancelOldest = "cancel-oldest"
    }

    /// A string; runs with equal ones form a group.
    public let group: CompiledValue
    /// At least 1.
    public let limit: Int
    public let whenFull: WhenFull
    /// How many may wait, with `queue`; a further one is recorded as skipped. nil: any number.
    public let queueSize: Int?

    public init(group: CompiledValue, limit: Int, whenFull: WhenFull = .queue, queueSize: Int? = nil) {
        self.group = group
        self.limit = limit
        self.whenFull = whenFull
        self.queueSize = queueSize
    }
}

/// `dedup`: what is done with a document that was there before.
public struct DeduplicationDefinition: Sendable {
    /// What becomes of a run whose key another one has.
    public enum Action: String, Sendable, CaseIterable, Hashable {
        /// The first run's result is this one's; nothing is done.
        case attach
        /// A run is recorded as skipped.
        case skip
        /// A run is recorded as rejected.
        case reject
        /// It runs all the same: a new version.
        case version
    }

    /// A string; sees the document with `sha256` and `size`, `inputs`, `env`, `run.owner` and `trigger`. nil: the digest
    /// with the owner and the type of document.
    public let key: CompiledValue?
    public let action: Action

    public init(key: CompiledValue?, action: Action = .attach) {
        self.key = key
        self.action = action
    }
}
