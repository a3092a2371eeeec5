public import Documents

/// The record of files that runs refused or could not finish. Entries are added by the journal, in the transaction that
/// ends their run. Every change is on disk when its call returns.
///
/// The bytes lie on the machine that ended the run. A database that several machines share has the machine's name in each
/// entry, and gives a machine its own.
public protocol Quarantine: Sendable {
    /// Newest first.
    func quarantined(_ query: QuarantineQuery, limit: Int, after cursor: String?) async throws -> Page<QuarantineEntry>

    /// How many are held, by pipeline, stage, status and kind; the largest group first.
    func quarantineGroups(_ query: QuarantineQuery) async throws -> [QuarantineGroup]

    /// nil when there is none.
    func quarantineEntry(_ id: String) async throws -> QuarantineEntry?

    /// Ends the holding of a file, once.
    ///
    /// - Parameter run: the run that it was released to.
    /// - Returns: false when it was not held any more.
    func resolve(_ id: String, as state: QuarantineEntry.State, to run: String?) async throws -> Bool

    /// Has an entry follow a file that quarantine only refers to, and that was moved.
    ///
    /// - Parameter file: where it is now.
    /// - Returns: false when it is not held any more, or quarantine has bytes of its own: then nothing changes.
    func relocate(_ id: String, to file: KeptFile) async throws -> Bool
}

/// Which entries are meant.
public struct QuarantineQuery: Sendable, Hashable {
    /// nil: all.
    public var state: QuarantineEntry.State? = .held
    public var pipeline: String?
    public var stage: String?
    public var kind: String?
    public var run: String?

    public init() {}
}

/// Entries that have the same reason.
public struct QuarantineGroup: Sendable, Hashable {
    public let pipeline: String
    public let stage: String
    public let status: RunStatus
    public let kind: String
    /// The newest entry's reason.
    public let reason: String
    public let count: Int

    public init(pipeline: String, stage: String, status: RunStatus, kind: String, reason: String, count: Int) {
        self.pipeline = pipeline
        self.stage = stage
        self.status = status
        self.kind = kind
        self.reason = reason
        self.count = count
    }
}
