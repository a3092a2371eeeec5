public import Documents
public import Platform

/// A stage type in the registry: its documentation and the way to make one.
public struct StageType: Sendable {
    public let spec: StageSpec
    public let options: [OptionDescription]
    /// Whether its own undo takes its effect back.
    public let isUndoable: Bool
    private let make: @Sendable ([String: CompiledValue]) -> BoundStage

    /// Binds a stage to a place in a pipeline.
    ///
    /// - Parameter settings: a value for every option, defaults included, of the option's type.
    public func bind(_ settings: [String: CompiledValue]) -> BoundStage {
        make(settings)
    }

    init<Conforming: Stage>(
        _ type: Conforming.Type, isUndoable: Bool = false,
        work: @escaping @Sendable (Conforming) -> BoundStage.Work
    ) {
        spec = type.spec
        self.isUndoable = isUndoable
        options = Conforming.Options.descriptions
        make = {
            BoundStage(work: work(Conforming(options: Conforming.Options($0))), settings: $0, isUndoable: isUndoable)
        }
    }
}

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
    /// What its options say, by name, defaults included; empty for what is no stage of a registry.
    public let settings: [String: CompiledValue]
    /// Whether its own undo takes its effect back.
    public let isUndoable: Bool

    public init(work: Work, settings: [String: CompiledValue] = [:], isUndoable: Bool = false) {
        self.work = work
        self.settings = settings
        self.isUndoable = isUndoable
    }
}

extension BoundStage {
    /// Whether it only looks.
    public var isPure: Bool { if case .pure = work { true } else { false } }
    /// Whether its outcome is recorded in its own transaction.
    public var isTransactional: Bool { if case .transactional = work { true } else { false } }
}
