public import Diagnostics
/// A stage at its place in a pipeline.
public struct PipelineStage: Sendable {
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
    /// Where it stands in the file: what a decision is traced to.
    public let span: SourceSpan

    public init(
        id: String, name: String?, spec: StageSpec, bound: BoundStage, condition: Condition?, timeout: TimeSpan?,
        deadline: TimeSpan?, retry: RetryRule, continueOnError: Bool, span: SourceSpan
    ) {
        self.id = id
        self.name = name
        self.spec = spec
        self.bound = bound
        self.condition = condition
        self.timeout = timeout
        self.deadline = deadline
        self.retry = retry
        self.continueOnError = continueOnError
        self.span = span
    }
}
