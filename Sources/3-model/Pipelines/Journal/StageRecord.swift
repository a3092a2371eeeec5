public import Platform

/// A stage of a run, as the journal keeps it.
public struct StageRecord: Sendable, Hashable {
    /// Its place among the run's stages, from 0; handlers follow the stages.
    public let position: Int
    public let id: String
    public let uses: String
    public var status: StageStatus
    /// How often it was tried.
    public var attempts: Int
    public let startedAt: Timestamp
    public var durationMilliseconds: Double?
    /// What it was going to do; of stages with an effect.
    public var intent: Record?
    public var outputs: Record
    public var error: RunFailure?
    /// What came of taking it back; nil when there was no need.
    public var undo: StageUndo?

    public init(
        position: Int, id: String, uses: String, status: StageStatus = .running, attempts: Int = 0,
        startedAt: Timestamp, durationMilliseconds: Double? = nil, intent: Record? = nil, outputs: Record = [:],
        error: RunFailure? = nil, undo: StageUndo? = nil
    ) {
        self.position = position
        self.id = id
        self.uses = uses
        self.status = status
        self.attempts = attempts
        self.startedAt = startedAt
        self.durationMilliseconds = durationMilliseconds
        self.intent = intent
        self.outputs = outputs
        self.error = error
        self.undo = undo
    }
}

/// What came of taking a stage's effect back.
public enum StageUndo: Sendable, Hashable {
    case undone
    case failed(message: String)
}

/// One try of a stage; appended, never changed after its end.
public struct AttemptRecord: Sendable, Hashable {
    public let position: Int
    /// From 1.
    public let number: Int
    public let status: StageStatus
    public let startedAt: Timestamp
    public let durationMilliseconds: Double
    public let error: RunFailure?

    public init(
        position: Int, number: Int, status: StageStatus, startedAt: Timestamp, durationMilliseconds: Double,
        error: RunFailure?
    ) {
        self.position = position
        self.number = number
        self.status = status
        self.startedAt = startedAt
        self.durationMilliseconds = durationMilliseconds
        self.error = error
    }
}
