public import Diagnostics

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
