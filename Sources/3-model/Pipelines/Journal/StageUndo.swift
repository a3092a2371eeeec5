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
