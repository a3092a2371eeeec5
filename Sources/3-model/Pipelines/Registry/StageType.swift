public import Documents
public import Platform

/// A stage type in the registry: its documentation and the way to make one.
public struct StageType: Sendable {
    public let spec: StageSpec
    /// Whether its own undo takes its effect back.
    public let isUndoable: Bool
    public let origin: StageOrigin
    /// Most programs need those of few types, and making them takes longer than reading a short pipeline.
    private let declared: OnDemand<[OptionDescription]>
    private let make: @Sendable ([String: CompiledValue]) -> BoundStage

    public var options: [OptionDescription] { declared.value }

    /// Binds a stage to a place in a pipeline.
    ///
    /// - Parameter settings: a value for every option, defaults included, of the option's type.
    public func bind(_ settings: [String: CompiledValue]) -> BoundStage {
        make(settings)
    }

    /// A type that is no Swift type, such as one of a plugin.
    ///
    /// - Parameter work: gets what `bind` gets.
    public init(
        _ spec: StageSpec, options: [OptionDescription], isUndoable: Bool, origin: StageOrigin,
        work: @escaping @Sendable ([String: CompiledValue]) -> BoundStage.Work
    ) {
        (self.spec, self.isUndoable, self.origin) = (spec, isUndoable, origin)
        declared = OnDemand { options }
        make = { BoundStage(work: work($0), settings: $0, isUndoable: isUndoable, origin: origin) }
    }

    init<Conforming: Stage>(
        _ type: Conforming.Type, isUndoable: Bool = false,
        hasLastingEffect: @escaping @Sendable (Conforming) -> Bool = { _ in true },
        entry: (@Sendable (Conforming) -> BoundStage.Entry)? = nil,
        work: @escaping @Sendable (Conforming) -> BoundStage.Work
    ) {
        spec = type.spec
        origin = .builtIn
        self.isUndoable = isUndoable
        declared = OnDemand { Conforming.Options.descriptions }
        make = {
            let stage = Conforming(options: Conforming.Options($0))
            return BoundStage(
                work: work(stage), entry: entry?(stage), settings: $0,
                isUndoable: isUndoable || !hasLastingEffect(stage))
        }
    }
}

/// Where a stage type comes from.
public enum StageOrigin: Sendable, Hashable {
    /// It is part of the program.
    case builtIn
    /// The revision changes with the plugin's files.
    case plugin(folder: Path, revision: String)

    public var isBuiltIn: Bool { self == .builtIn }
}

/// A stage with its options, as the engine runs it.
public struct BoundStage: Sendable {
    /// What there is to do, by the kind of effect.
    public enum Work: Sendable {
        case pure(@Sendable (StageContext) async throws -> Record)
        case effect(EffectWork)
        case transactional(TransactionalWork)
    }

    /// How an effect is entered into the catalog and taken out of it; see `CataloguedStage`.
    public struct Entry: Sendable {
        public let enter: @Sendable (Record, StageContext, any CatalogTransaction) throws -> Void
        public let withdraw: @Sendable (Record, StageContext, any CatalogTransaction) throws -> Void

        public init(
            enter: @escaping @Sendable (Record, StageContext, any CatalogTransaction) throws -> Void,
            withdraw: @escaping @Sendable (Record, StageContext, any CatalogTransaction) throws -> Void
        ) {
            self.enter = enter
            self.withdraw = withdraw
        }
    }

    public let work: Work
    /// Of an effect that the catalog tells of.
    public let entry: Entry?
    /// What its options say, by name, defaults included; empty for what is no stage of a registry.
    public let settings: [String: CompiledValue]
    /// Whether its own undo takes its effect back.
    public let isUndoable: Bool
    /// Of its type.
    public let origin: StageOrigin

    public init(
        work: Work, entry: Entry? = nil, settings: [String: CompiledValue] = [:], isUndoable: Bool = false,
        origin: StageOrigin = .builtIn
    ) {
        self.work = work
        self.entry = entry
        self.settings = settings
        self.isUndoable = isUndoable
        self.origin = origin
    }
}

extension BoundStage {
    /// Whether it only looks.
    public var isPure: Bool { if case .pure = work { true } else { false } }
    /// Whether all that it does is done in the transaction that records it.
    public var isTransactional: Bool { if case .transactional = work { true } else { false } }
    /// Whether its success is recorded in a transaction of its own.
    public var isCommitted: Bool { isTransactional || entry != nil }
}
