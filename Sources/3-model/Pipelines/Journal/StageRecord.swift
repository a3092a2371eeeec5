public import Platform

/// A stage of a run, as the journal keeps it.
public struct StageRecord: Sendable, Hashable {
    /// Its place in the pipeline's file, from 0; handlers follow the stages, and children of `parallel` their group.
    public let position: Int
    /// The element of `for-each` that it is about, from 0; nil: the stage as a whole.
    public let item: Int?
    public let id: String
    public let uses: String
    public var status: StageStatus
    /// How often it was tried; tries that the end of the process cut short count.
    public var attempts: Int
    /// Tries that were cut short by the end of the process; they do not use up `max-attempts`.
    public var interruptions: Int
    /// No two stages of a run have the same.
    public let startedAt: Timestamp
    /// While it waits for its next try: when that is due.
    public var retryAt: Timestamp?
    public var durationMilliseconds: Double?
    /// What it was going to do; of stages with an effect.
    public var intent: Record?
    public var outputs: Record
    public var error: RunFailure?
    /// What came of taking it back; nil when there was no need.
    public var undo: StageUndo?
    /// Whether its outputs were taken over from the run's origin: it did nothing in this run.
    public var isReused: Bool

    public init(
        position: Int, item: Int? = nil, id: String, uses: String, status: StageStatus = .running, attempts: Int = 0,
        interruptions: Int = 0, startedAt: Timestamp, retryAt: Timestamp? = nil, durationMilliseconds: Double? = nil,
        intent: Record? = nil, outputs: Record = [:], error: RunFailure? = nil, undo: StageUndo? = nil,
        isReused: Bool = false
    ) {
        self.position = position
        self.item = item
        self.id = id
        self.uses = uses
        self.status = status
        self.attempts = attempts
        self.interruptions = interruptions
        self.startedAt = startedAt
        self.retryAt = retryAt
        self.durationMilliseconds = durationMilliseconds
        self.intent = intent
        self.outputs = outputs
        self.error = error
        self.undo = undo
        self.isReused = isReused
    }
}

/// One try of a stage; appended, never changed after its end.
public struct AttemptRecord: Sendable, Hashable {
    public let position: Int
    /// See `StageRecord.item`.
    public let item: Int?
    /// From 1.
    public let number: Int
    public let status: StageStatus
    public let startedAt: Timestamp
    public let durationMilliseconds: Double
    public let error: RunFailure?

    public init(
        position: Int, item: Int? = nil, number: Int, status: StageStatus, startedAt: Timestamp,
        durationMilliseconds: Double, error: RunFailure?
    ) {
        self.position = position
        self.item = item
        self.number = number
        self.status = status
        self.startedAt = startedAt
        self.durationMilliseconds = durationMilliseconds
        self.error = error
    }
}

/// Taking a stage's effect back: how far that got.
public struct StageUndo: Sendable, Hashable {
    /// Where it stands.
    public enum Status: String, Sendable, CaseIterable, Hashable {
        /// Its intent is recorded; after a crash it is done again.
        case running
        case undone
        /// Every try failed; the effect stands.
        case failed
        /// Nothing can or should take it back, as the stage or the pipeline says.
        case irreversible
    }

    public var status: Status
    /// How often it was tried.
    public var attempts: Int
    /// Why it failed, the last time.
    public var message: String?
    /// What an `undo:` stage with an effect is going to do.
    public var intent: Record?

    public init(_ status: Status, attempts: Int = 0, message: String? = nil, intent: Record? = nil) {
        self.status = status
        self.attempts = attempts
        self.message = message
        self.intent = intent
    }
}

/// What a run that has ended did and has not taken back yet. It is tried again until it is done.
public struct UndoDebt: Sendable, Hashable {
    /// When it is tried next, unless somebody asks for it before.
    public var due: Timestamp
    /// How often it was tried since the run's end.
    public var tries: Int
    /// How the run had ended, while it is being tried: the run is unfinished for so long.
    public var endedAs: RunStatus?

    public init(due: Timestamp, tries: Int = 0, endedAs: RunStatus? = nil) {
        self.due = due
        self.tries = tries
        self.endedAs = endedAs
    }

    /// How long the next try is put off by one that has begun, also if its process dies: a minute, then twice as long
    /// each time, at most a day.
    public static func wait(afterTries tries: Int) -> Duration {
        .seconds(min(60 << max(0, min(tries - 1, 20)), 86_400))
    }
}
