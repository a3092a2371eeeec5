public import Documents
public import Platform

/// A run, as the journal keeps it.
public struct RunRecord: Sendable, Hashable {
    public let id: String
    /// The pipeline's name.
    public let pipeline: String
    /// The SHA-256 of the definition that the run is pinned to.
    public let definition: String
    /// As it was named; bytes that are not UTF-8 are escaped. nil in a run without a document.
    public let file: String?
    /// The file as it was when the run started; nil when there was none, or it could not be opened.
    public let source: SourceIdentity?
    public let owner: String
    public let inputs: Record
    /// What `trigger.*` sees.
    public let trigger: Record
    /// The concurrency group that the run counts in; nil when its pipeline has none.
    public let group: String?
    /// The run that this one goes on from; nil: it started from nothing.
    public var origin: RunOrigin?
    /// The batch that it is part of; nil: none.
    public let batch: String?
    /// From 1; each retry or replay is a run of its own with the next number.
    public let attempt: Int
    public let startedAt: Timestamp
    public let keyTimestamp: Int64
    public var status: RunStatus
    /// nil while it runs.
    public var finishedAt: Timestamp?
    /// From a monotonic clock; nil while it runs.
    public var durationMilliseconds: Double?
    /// The document as JSON shows it; empty until a stage gave something.
    public var document: Record
    public var error: RunFailure?
    /// How often a process died while it worked on this run and on no other.
    public var crashes: Int
    /// Whether a process died while it worked on this run, so that no other is worked on beside it.
    public var isSuspect: Bool
    /// What it has not taken back yet; nil: nothing.
    public var debt: UndoDebt?

    public init(
        id: String, pipeline: String, definition: String, file: String?, source: SourceIdentity? = nil, owner: String,
        inputs: Record, trigger: Record = [:], group: String? = nil, origin: RunOrigin? = nil, batch: String? = nil,
        attempt: Int = 1,
        startedAt: Timestamp, keyTimestamp: Int64, status: RunStatus = .running, finishedAt: Timestamp? = nil,
        durationMilliseconds: Double? = nil, document: Record = [:], error: RunFailure? = nil, crashes: Int = 0,
        isSuspect: Bool = false, debt: UndoDebt? = nil
    ) {
        self.id = id
        self.pipeline = pipeline
        self.definition = definition
        self.file = file
        self.source = source
        self.owner = owner
        self.inputs = inputs
        self.trigger = trigger
        self.group = group
        self.origin = origin
        self.batch = batch
        self.attempt = attempt
        self.startedAt = startedAt
        self.keyTimestamp = keyTimestamp
        self.status = status
        self.finishedAt = finishedAt
        self.durationMilliseconds = durationMilliseconds
        self.document = document
        self.error = error
        self.crashes = crashes
        self.isSuspect = isSuspect
        self.debt = debt
    }
}

/// Why a run, a stage or an attempt did not succeed.
public struct RunFailure: Sendable, Hashable {
    /// The stage's id; empty when no stage is to blame.
    public let stage: String
    /// A stable word in kebab-case.
    public let kind: String
    public let message: String
    /// What kind of trouble a failure of a stage was; nil of a rejection, and where it is not known.
    public let errorClass: ErrorClass?

    public init(stage: String, kind: String, message: String, errorClass: ErrorClass? = nil) {
        self.stage = stage
        self.kind = kind
        self.message = message
        self.errorClass = errorClass
    }
}

extension RunFailure {
    /// As expressions see it in `run.error`, and as JSON shows it.
    public var value: Value {
        var record: Record = ["stage": .string(stage), "kind": .string(kind), "message": .string(message)]
        if let errorClass { record["class"] = .string(errorClass.rawValue) }
        return .record(record)
    }
}

/// Where a run stands.
public enum RunStatus: String, Sendable, CaseIterable, Hashable {
    case running, succeeded, rejected, failed, cancelled, skipped
}

/// Where a stage of a run, or one try of it, stands.
public enum StageStatus: String, Sendable, CaseIterable, Hashable {
    case running, succeeded, rejected, failed, cancelled, skipped
    /// Of a try: the process ended before it did.
    case interrupted
}

/// Which file a run is about, so that a later process can tell whether what lies there is still the same.
public struct SourceIdentity: Sendable, Hashable {
    /// Absolute; bytes, since a name need not be text.
    public let path: Path
    public let device: UInt64
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modified: Int64

    public init(path: Path, device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
        self.path = path
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}

/// Everything that the journal knows of a run.
public struct RunDetail: Sendable {
    public let run: RunRecord
    /// By position.
    public let stages: [StageRecord]
    /// By position and number.
    public let attempts: [AttemptRecord]
    /// The notifications that it queued, and what became of them.
    public let notifications: [NotificationRecord]

    public init(
        run: RunRecord, stages: [StageRecord], attempts: [AttemptRecord], notifications: [NotificationRecord]
    ) {
        self.run = run
        self.stages = stages
        self.attempts = attempts
        self.notifications = notifications
    }
}

/// A notification of a run, with its deliveries.
public struct NotificationRecord: Sendable {
    /// Where it stands.
    public enum State: String, Sendable, CaseIterable, Hashable {
        case waiting, delivered
        case givenUp = "given-up"
    }

    public let notification: Notification
    public let state: State
    /// Whether a process is delivering it.
    public let isUnderWay: Bool
    /// When it is tried next, while it waits and is not under way.
    public let nextAttemptAt: Timestamp?
    /// Oldest first.
    public let deliveries: [Delivery]

    public init(
        notification: Notification, state: State, isUnderWay: Bool = false, nextAttemptAt: Timestamp?,
        deliveries: [Delivery]
    ) {
        self.notification = notification
        self.state = state
        self.isUnderWay = isUnderWay
        self.nextAttemptAt = nextAttemptAt
        self.deliveries = deliveries
    }
}
