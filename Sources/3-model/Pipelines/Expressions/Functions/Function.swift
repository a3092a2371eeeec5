public import Platform

/// A function of expressions: what the reference says, what calls are checked against, and what is called.
public struct Function: Sendable {
    /// Something that a function is called with.
    public struct Parameter: Sendable, Hashable {
        public let name: String
        /// Any of them.
        public let types: [ValueType]
        /// Whether it has to be written as a literal, because it is read before any run.
        public let isLiteral: Bool
        /// Whether any number of arguments may stand here, also none.
        public let isRepeated: Bool

        init(_ name: String, _ types: ValueType..., isLiteral: Bool = false, isRepeated: Bool = false) {
            self.name = name
            self.types = types
            self.isLiteral = isLiteral
            self.isRepeated = isRepeated
        }

        /// "string or list of any"
        public var typeText: String { types.map(\.description).joined(separator: " or ") }
    }

    /// A call and its value, which a test compares.
    public struct Example: Sendable, Hashable {
        public let expression: String
        public let value: Value
        /// How the run has gone so far, on which the value may depend.
        public let outcome: RunStatus
    }

    typealias Implementation = @Sendable (Arguments) throws(ExpressionError) -> Value

    enum Body: Sendable {
        case plain(Implementation)
        /// Made for the literal arguments; nil stands for those that are none.
        case prepared(@Sendable ([Value?]) throws(LiteralArgumentError) -> Implementation)
        /// The compiler translates it into operators.
        case translated
        case status(StatusFunction)
    }

    public let name: String
    public let parameters: [Parameter]
    /// `any` where it depends on the arguments; the documentation says how.
    public let result: ValueType
    /// One or more sentences, Markdown.
    public let doc: String
    public let example: Example
    let body: Body

    init(
        _ name: String, _ parameters: [Parameter], _ result: ValueType, _ doc: String,
        example: (String, Value), after outcome: RunStatus = .running, _ body: Body
    ) {
        self.name = name
        self.parameters = parameters
        self.result = result
        self.doc = doc
        self.example = Example(expression: example.0, value: example.1, outcome: outcome)
        self.body = body
    }

    /// "replace(text: string, search: string, replacement: string) → string"
    public var signature: String {
        let list = parameters.map { "\($0.name): \($0.typeText)" + ($0.isRepeated ? "…" : "") }
        return "\(name)(\(list.joined(separator: ", "))) → \(result)"
    }

    /// The function of that name.
    public static func named(_ name: String) -> Function? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

/// A literal argument that the function cannot work with.
struct LiteralArgumentError: Error {
    /// Which argument, from 0.
    let argument: Int
    let message: String
    var hint: String?
}

extension Function {
    /// All functions, in the order of the reference.
    public static let all: [Function] = textFunctions + listFunctions + formatFunctions + statusFunctions

    /// What can be part of a text.
    static let textual: [ValueType] = [.string, .integer, .number, .boolean, .size, .duration]

    private static let statusFunctions: [Function] = [
        status(.success, "Whether the run has gone well so far."),
        status(.failure, "Whether the run has failed: the world broke.", after: .failed),
        status(.rejected, "Whether the document was rejected: it breaks a rule.", after: .rejected),
        status(.cancelled, "Whether the run was cancelled.", after: .cancelled),
        status(.always, "`true`. A stage whose `if` calls it runs however the run has gone.", after: .failed),
    ]

    private static func status(_ status: StatusFunction, _ doc: String, after outcome: RunStatus = .running) -> Function
    {
        Function(
            status.rawValue, [], .boolean, doc, example: ("\(status.rawValue)()", true), after: outcome, .status(status)
        )
    }
}
