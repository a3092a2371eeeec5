public import Pipelines
public import Platform

/// What a run would do, and what it would come to.
public struct RunPlan: Sendable {
    /// How the run would end, as far as that can be known before its effects have happened.
    public enum Outcome: String, Sendable, CaseIterable, Hashable {
        case succeeded, rejected, failed, skipped
        /// Nothing stands against it, but a stage's decision depends on what only the run knows.
        case undecided
    }

    /// The pipeline's name.
    public let pipeline: String
    /// As it was named; nil in a run without a document.
    public let file: String?
    public let owner: String
    public let inputs: Record
    public internal(set) var outcome = Outcome.succeeded
    /// Why it would not succeed.
    public internal(set) var error: RunFailure?
    /// What would be known of the document, as far as it is known now.
    public internal(set) var document: Record = [:]
    /// In the order of the file, handlers of the outcome included.
    public internal(set) var stages: [StagePlan] = []
    /// The run that has processed the same document already; `dedup` decides about this one.
    public internal(set) var duplicate: PlannedDuplicate?
    /// When the file's pure stages ran, how long the plan took, in milliseconds.
    public internal(set) var durationMilliseconds = 0.0

    /// Everything that would happen, and what would need no change, in order.
    public var effects: [StageEffect] { stages.flatMap(\.allEffects) }
}

/// What `dedup` would do with a document that was there before.
public struct PlannedDuplicate: Sendable, Hashable {
    /// The earlier run.
    public let run: String
    /// Where that run stands.
    public let status: RunStatus
    public let action: DeduplicationDefinition.Action
}
