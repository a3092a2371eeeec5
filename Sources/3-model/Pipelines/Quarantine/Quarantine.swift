public import Documents
public import Platform

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

    /// What is held, and the room that it takes.
    ///
    /// - Parameter owner: nil: everybody's; not those of runs that are not on record any more otherwise.
    func quarantineUse(owner: String?) async throws -> QuarantineUse

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
    /// Only files of this owner's runs; not those of runs that are not on record any more.
    public var owner: String?
    /// When they came there, to the millisecond.
    public var made = TimePeriod()

    public init() {}
}

/// How much quarantine holds.
public struct QuarantineUse: Sendable, Hashable {
    public let files: Int
    /// Of those of which quarantine has bytes of its own; a mere reference takes no room.
    public let bytes: Int64

    public init(files: Int, bytes: Int64) {
        self.files = files
        self.bytes = bytes
    }
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

/// A file that a run refused or could not finish.
public struct QuarantineEntry: Sendable, Hashable, Identifiable {
    /// What became of it.
    public enum State: String, Sendable, CaseIterable, Hashable {
        case held, released, discarded
    }

    /// A ULID.
    public let id: String
    public let run: String
    public let pipeline: String
    /// The id of the stage that decided; empty when no stage is to blame.
    public let stage: String
    /// Rejected or failed.
    public let status: RunStatus
    /// A stable word in kebab-case: "wrong-extension".
    public let kind: String
    /// What happened, for people.
    public let reason: String
    /// The attempt of the stage, from 1.
    public let attempt: Int
    /// Where the pipeline says what decided: "pipelines/transcript.yaml:12".
    public let place: String
    /// As the run was given it; for people.
    public let file: String
    /// The file that the run was about.
    public let source: SourceIdentity
    public var kept: KeptFile
    public let createdAt: Timestamp
    public var state: State
    /// When it was released or discarded.
    public var resolvedAt: Timestamp?
    /// The run that it was released to.
    public var releasedTo: String?

    public init(
        id: String, run: String, pipeline: String, stage: String, status: RunStatus, kind: String, reason: String,
        attempt: Int, place: String, file: String, source: SourceIdentity, kept: KeptFile, createdAt: Timestamp,
        state: State = .held, resolvedAt: Timestamp? = nil, releasedTo: String? = nil
    ) {
        self.id = id
        self.run = run
        self.pipeline = pipeline
        self.stage = stage
        self.status = status
        self.kind = kind
        self.reason = reason
        self.attempt = attempt
        self.place = place
        self.file = file
        self.source = source
        self.kept = kept
        self.createdAt = createdAt
        self.state = state
        self.resolvedAt = resolvedAt
        self.releasedTo = releasedTo
    }
}
