public import Diagnostics
/// A stage at its place in a pipeline.
public struct PipelineStage: Sendable {
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
