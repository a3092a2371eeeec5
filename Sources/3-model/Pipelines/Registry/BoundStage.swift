public import Documents
public import Platform

/// A stage with its options, as the engine runs it.
public struct BoundStage: Sendable {
    /// What there is to do, by the kind of effect.
    public enum Work: Sendable {
        case pure(@Sendable (StageContext) async throws -> Record)
        case effect(
            intent: @Sendable (StageContext) throws -> Record,
            perform: @Sendable (Record, StageContext) async throws -> Record,
            probe: @Sendable (Record, StageContext) async throws -> Record?,
            preview: @Sendable (Record, StageContext) async throws -> EffectPreview,
            undo: @Sendable (Record, StageContext) async throws -> Void)
        case transactional(
            commit: @Sendable (StageContext, any StageTransaction) throws -> Record,
            preview: @Sendable (StageContext, any CatalogReading) async throws -> EffectPreview,
            undo: @Sendable (Record, StageContext, any StageTransaction) throws -> Void)
    }

    public let work: Work
    /// Whether its own undo takes its effect back.
    public let isUndoable: Bool

    public init(work: Work, isUndoable: Bool = false) {
        self.work = work
        self.isUndoable = isUndoable
    }
}

extension BoundStage {
    /// Whether it only looks.
    public var isPure: Bool { if case .pure = work { true } else { false } }
    /// Whether its outcome is recorded in its own transaction.
    public var isTransactional: Bool { if case .transactional = work { true } else { false } }
}
