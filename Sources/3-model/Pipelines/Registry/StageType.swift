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
        let standard = Conforming.Options()
        options = Conforming.Options.fields.map {
            OptionDescription(
                name: $0.name, doc: $0.doc, type: $0.type, choices: $0.choices, acceptsSecret: $0.acceptsSecret,
                standard: $0.standard(standard))
        }
        make = { settings in
            var options = Conforming.Options()
            for field in Conforming.Options.fields {
                if let setting = settings[field.name] { field.bind(setting, &options) }
            }
            return BoundStage(work: work(Conforming(options: options)), isUndoable: isUndoable)
        }
    }
}
