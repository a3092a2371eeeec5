internal import Documents
internal import Platform

/// An option's value: fixed, or computed for each run.
public struct Setting<Wanted: OptionValue>: Sendable {
    enum Content: Sendable {
        case required
        case fixed(Wanted)
        case standard(String)
        case compiled(CompiledValue)
    }

    let content: Content

    /// The user has to set it.
    public static var required: Setting { Setting(content: .required) }

    /// A fixed value; as a default, what holds when the user sets none.
    public static func fixed(_ value: Wanted) -> Setting { Setting(content: .fixed(value)) }

    /// As a default: an expression, without `${{ }}`, that is compiled in the pipeline that leaves the option out.
    public static func expression(_ text: String) -> Setting { Setting(content: .standard(text)) }

    /// What it says whatever the run; nil: only a run can tell.
    public var constant: Wanted? {
        switch content {
        case .fixed(let value): value
        case .compiled(let compiled): compiled.constant.flatMap { Wanted(value: $0) }
        case .required, .standard: nil
        }
    }

    /// - Parameter part: whose option it is, for messages: "stage `upload`".
    func value(in environment: Environment, of part: @autoclosure () -> String) throws(StageError) -> Wanted {
        switch content {
        case .fixed(let value): return value
        case .compiled(let compiled):
            let value = try compiled.value(in: environment)
            if let wanted = Wanted(value: value) { return wanted }
            let choices = Wanted.choices.map { "one of " + $0.joined(separator: ", ") }
            throw .failed(
                .permanent, "expression",
                "An option of \(part()) must be \(choices ?? Wanted.type.description), and is \(Printable.short(value.json))."
            )
        case .required, .standard:
            preconditionFailure("a part is only made with options that were bound to a file")
        }
    }
}

extension Setting: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Wanted == String {
    public init(stringLiteral value: String) { self = .fixed(value) }
}

extension Setting: ExpressibleByBooleanLiteral where Wanted == Bool {
    public init(booleanLiteral value: Bool) { self = .fixed(value) }
}

extension Setting: ExpressibleByIntegerLiteral where Wanted: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Wanted.IntegerLiteralType) { self = .fixed(Wanted(integerLiteral: value)) }
}

extension Setting: ExpressibleByFloatLiteral where Wanted: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Wanted.FloatLiteralType) { self = .fixed(Wanted(floatLiteral: value)) }
}
