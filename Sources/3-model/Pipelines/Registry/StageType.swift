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
        make = { BoundStage(work: work(Conforming(options: Conforming.Options($0))), isUndoable: isUndoable) }
    }
}
