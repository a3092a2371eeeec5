public import Platform

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
