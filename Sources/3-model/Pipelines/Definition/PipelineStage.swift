public import Diagnostics
public import Documents

/// A stage at its place in a pipeline.
public final class PipelineStage: Sendable {
    /// Its place among all stages of the file, from 0: what the journal knows it by.
    public let position: Int
    /// Unique in the pipeline; by default the type's name.
    public let id: String
    /// For people; nil: the id.
    public let name: String?
    public let spec: StageSpec
    public let bound: BoundStage
    /// nil: always, as long as the run goes on normally.
    public let condition: Condition?
    /// Of one attempt.
    public let timeout: TimeSpan?
    /// Of all attempts.
    public let deadline: TimeSpan?
    public let retry: RetryRule
    /// Whether the run goes on normally after a failure of this stage. A rejection always ends it.
    public let continueOnError: Bool
    /// nil: it runs once.
    public let loop: LoopDefinition?
    /// The stages of a `parallel` group, which has no work of its own; empty for any other stage.
    public let children: [PipelineStage]
    /// What takes its effect back in place of its own undo.
    public let undo: UndoDefinition?
    /// Whether its effect stays when a later stage fails.
    public let isIrreversible: Bool
    /// Where it stands in the file: what a decision is traced to.
    public let span: SourceSpan

    public init(
        position: Int, id: String, name: String?, spec: StageSpec, bound: BoundStage, condition: Condition?,
        timeout: TimeSpan?, deadline: TimeSpan?, retry: RetryRule, continueOnError: Bool, loop: LoopDefinition? = nil,
        children: [PipelineStage] = [], undo: UndoDefinition? = nil, isIrreversible: Bool = false, span: SourceSpan
    ) {
        self.position = position
        self.id = id
        self.name = name
        self.spec = spec
        self.bound = bound
        self.condition = condition
        self.timeout = timeout
        self.deadline = deadline
        self.retry = retry
        self.continueOnError = continueOnError
        self.loop = loop
        self.children = children
        self.undo = undo
        self.isIrreversible = isIrreversible
        self.span = span
    }
}

/// When and how a failed stage is tried again. A rejection never is.
public struct RetryRule: Sendable, Hashable {
    /// How waits are spread.
    public enum Jitter: String, Sendable, CaseIterable, Hashable {
        case none
        /// Evenly between nothing and the computed wait, so that many runs do not come back at once.
        case full
    }

    /// All tries, the first included.
    public var maxAttempts: Int = 1
    /// The wait before the second try.
    public var initial = TimeSpan(milliseconds: 1_000)
    /// What each further wait is multiplied with.
    public var factor: Double = 2
    /// No wait is longer.
    public var max = TimeSpan(milliseconds: 60_000)
    public var jitter: Jitter = .full
    /// Failures of other classes are not tried again.
    public var errors: Set<ErrorClass> = Set(ErrorClass.retryable)

    public init() {}

    /// Never.
    public static let never = RetryRule()

    /// The wait before the next try.
    ///
    /// - Parameters:
    ///   - failures: how many tries have failed, at least 1.
    ///   - random: from 0 up to 1.
    public func wait(afterFailures failures: Int, random: Double) -> TimeSpan {
        var wait = Double(initial.milliseconds)
        for _ in 1..<Swift.max(1, failures) where wait < Double(max.milliseconds) { wait *= factor }
        wait = min(wait, Double(max.milliseconds))
        return TimeSpan(milliseconds: Int64(jitter == .full ? wait * random : wait))
    }
}

/// `undo`: the stage that takes another one's effect back. Its expressions see that stage's outputs.
public struct UndoDefinition: Sendable {
    public let spec: StageSpec
    public let bound: BoundStage
    public let span: SourceSpan

    public init(spec: StageSpec, bound: BoundStage, span: SourceSpan) {
        self.spec = spec
        self.bound = bound
        self.span = span
    }
}

/// `for-each`: the stage runs once for every element of a list, or the children of a `parallel` group once each.
public struct LoopDefinition: Sendable {
    /// How many elements go on at a time unless the pipeline says otherwise.
    public static let standardParallel = 4
    /// What a stage with `for-each` gives as a whole; the outputs of its type are those of single elements.
    public static let outputs = [
        Fact("count", .integer, "How many elements there are."),
        Fact("succeeded", .integer, "How many of them succeeded."),
        Fact("failed", .integer, "How many failed."), Fact("rejected", .integer, "How many were rejected."),
        Fact("skipped", .integer, "How many were not begun."),
    ]

    /// A list; empty for a group, whose elements are its children.
    public let list: CompiledValue
    /// What expressions call the element.
    public let name: String
    /// At least 1.
    public let maxParallel: Int
    /// Whether no further element starts after one was rejected or failed.
    public let failFast: Bool

    public init(
        list: CompiledValue, name: String = "item", maxParallel: Int = standardParallel, failFast: Bool = true
    ) {
        self.list = list
        self.name = name
        self.maxParallel = maxParallel
        self.failFast = failFast
    }
}
