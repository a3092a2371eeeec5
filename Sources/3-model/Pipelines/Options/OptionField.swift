public import Platform

/// One option, a key of a stage's `with:` or of a channel: its name, its documentation and the property that it sets.
public struct OptionField<Options>: Sendable {
    /// In kebab-case.
    public let name: String
    /// A sentence or more, Markdown.
    public let doc: String
    public let type: ValueType
    public let choices: [String]?
    public let rules: OptionRules

    let bind: @Sendable (CompiledValue, inout Options) -> Void
    let standard: @Sendable (Options) -> StandardValue

    /// - Parameters:
    ///   - property: whose value in `Options()` is the default.
    ///   - doc: what it does, units and bounds included.
    public init<Wanted: OptionValue>(
        _ name: String, _ property: any WritableKeyPath<Options, Setting<Wanted>> & Sendable, _ doc: String,
        _ rules: OptionRules = OptionRules()
    ) {
        self.name = name
        self.doc = doc
        self.rules = rules
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

/// What may be written for an option, beyond its type.
public struct OptionRules: Sendable {
    /// Whether a secret may be given; what is computed from one is otherwise refused.
    public var acceptsSecret = false
    /// Whether the value itself is a secret, and must not be written into the file.
    public var isSecret = false
    /// Whether it has to be known before anything is computed, so that expressions are refused.
    public var isConstant = false
    /// Other words that people use for the option.
    public var aliases: [String] = []
    /// Whether it takes ids of schools, which lint holds against the workspace's list, and what begins a run against those
    /// that there are.
    public var namesSchools = false
    /// What is wrong with a value that is written as it is, to follow the option's name: "must start with `https://`"; nil:
    /// nothing.
    public var fault: @Sendable (Value) -> String? = { _ in nil }
    /// The same of each name in an option of named texts.
    public var nameFault: @Sendable (String) -> String? = { _ in nil }

    /// - Parameters: as the properties.
    public init(
        acceptsSecret: Bool = false, isSecret: Bool = false, isConstant: Bool = false, aliases: [String] = [],
        namesSchools: Bool = false, fault: @escaping @Sendable (Value) -> String? = { _ in nil },
        nameFault: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.acceptsSecret = acceptsSecret
        self.isSecret = isSecret
        self.isConstant = isConstant
        self.aliases = aliases
        self.namesSchools = namesSchools
        self.fault = fault
        self.nameFault = nameFault
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
    public let rules: OptionRules
    public let standard: StandardValue
}

extension PartOptions {
    /// As documentation and lint see them.
    static var descriptions: [OptionDescription] {
        let standard = Self()
        return fields.map {
            OptionDescription(
                name: $0.name, doc: $0.doc, type: $0.type, choices: $0.choices, rules: $0.rules,
                standard: $0.standard(standard))
        }
    }

    /// Those that a file gives; the others have their defaults.
    ///
    /// - Parameter settings: of the options' types.
    init(_ settings: [String: CompiledValue]) {
        self.init()
        for field in Self.fields {
            if let setting = settings[field.name] { field.bind(setting, &self) }
        }
    }
}

/// The options of a stage, a channel or an object store. Every key is an `OptionField`, and a field does not exist without
/// its documentation.
public protocol PartOptions: Sendable {
    /// With every default; options that the user has to set are `.required`.
    init()

    /// In the order of the reference.
    static var fields: [OptionField<Self>] { get }
}

/// Of a stage that has no options.
public struct NoOptions: PartOptions {
    public static var fields: [OptionField<NoOptions>] { [] }
    public init() {}
}
