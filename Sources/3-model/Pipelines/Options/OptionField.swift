public import Platform

/// One key of `with:`: its name, its documentation and the property that it sets.
public struct OptionField<Options>: Sendable {
    /// In kebab-case.
    public let name: String
    /// A sentence or more, Markdown.
    public let doc: String
    public let type: ValueType
    public let choices: [String]?
    /// Whether a secret may be given; what is computed from one is otherwise refused.
    public let acceptsSecret: Bool

    let bind: @Sendable (CompiledValue, inout Options) -> Void
    let standard: @Sendable (Options) -> StandardValue

    /// - Parameters:
    ///   - property: whose value in `Options()` is the default.
    ///   - doc: what it does, units and bounds included.
    public init<Wanted: OptionValue>(
        _ name: String, _ property: any WritableKeyPath<Options, Setting<Wanted>> & Sendable, _ doc: String,
        acceptsSecret: Bool = false
    ) {
        self.name = name
        self.doc = doc
        self.acceptsSecret = acceptsSecret
        type = Wanted.type
        choices = Wanted.choices
        bind = { $1[keyPath: property] = Setting(content: .compiled($0)) }
        standard = {
            switch $0[keyPath: property].content {
            case .required: .required
            case .fixed(let value): .value(value.value)
            case .standard(let text): .expression(text)
            case .compiled: preconditionFailure("a default is never bound")
            }
        }
    }
}

/// What holds when an option is left out.
public enum StandardValue: Sendable, Hashable {
    /// Leaving it out is an error.
    case required
    case value(Value)
    /// An expression, without `${{ }}`.
    case expression(String)
}

/// An option as documentation and lint see it.
public struct OptionDescription: Sendable {
    public let name: String
    public let doc: String
    public let type: ValueType
    public let choices: [String]?
    public let acceptsSecret: Bool
    public let standard: StandardValue
}
