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
    /// See `RunResult.notTaken`.
    public internal(set) var notTaken: [String] = []
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

/// What a stage would do in a run, or did while it was planned: pure stages run.
public struct StagePlan: Sendable {
    /// What became of it.
    public enum Status: String, Sendable, CaseIterable, Hashable {
        /// It ran, since it only looks.
        case succeeded
        /// It would run.
        case planned
        case rejected, failed, skipped
        /// Whether it would run, or what it would do, depends on what only the run knows.
        case undecided
    }

    /// See `PipelineStage.position`.
    public let position: Int
    /// The element of `for-each` that it is about, from 0; nil: the stage as a whole.
    public let item: Int?
    /// The element itself; `null` outside of `for-each`.
    public let element: Value
    public let id: String
    public let uses: String
    public internal(set) var status = Status.planned
    /// Those that are known before the run.
    public internal(set) var outputs: Record = [:]
    public internal(set) var error: RunFailure?
    /// The name that an undecided one depends on, such as `document.id`.
    public internal(set) var dependsOn: String?
    public internal(set) var effects: [StageEffect] = []
    /// The elements of `for-each`, in order.
    public internal(set) var items: [StagePlan] = []
    public internal(set) var durationMilliseconds = 0.0

    init(_ stage: PipelineStage, item: Int? = nil, element: Value = .null) {
        position = stage.position
        self.item = item
        self.element = element
        id = stage.id
        uses = stage.spec.name
    }

    /// Its own effects and those of its elements.
    public var allEffects: [StageEffect] { effects + items.flatMap(\.effects) }
}

/// An effect, and the stage that would have it.
public struct StageEffect: Sendable, Hashable {
    /// The stage's id.
    public let stage: String
    /// See `StagePlan.item`.
    public let item: Int?
    public internal(set) var effect: PlannedEffect
    /// Whether it would be taken back, since a later stage does not succeed.
    public internal(set) var isTakenBack = false
}
