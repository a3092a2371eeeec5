public import Platform

/// A stage with its options, as the engine runs it.
public struct BoundStage: Sendable {
    /// What there is to do, by the kind of effect.
    public enum Work: Sendable {
        case pure(@Sendable (StageContext) async throws -> Record)
        case effect(
            intent: @Sendable (StageContext) throws -> Record,
            perform: @Sendable (Record, StageContext) async throws -> Record)
        case transactional(@Sendable (StageContext, any StageTransaction) throws -> Record)
    }

    public let work: Work
}
