/// What is wanted at a place of a file, for compiling what stands there.
struct Wanted {
    let type: ValueType
    /// The key, for messages: "`max` must be …".
    let name: String
    /// The only texts allowed.
    let choices: [String]?
    let acceptsSecret: Bool
    /// Whether expressions are refused.
    let isConstant: Bool

    init(
        _ type: ValueType, name: String, choices: [String]? = nil, acceptsSecret: Bool = false, isConstant: Bool = false
    ) {
        self.type = type
        self.name = name
        self.choices = choices
        self.acceptsSecret = acceptsSecret
        self.isConstant = isConstant
    }

    /// The same for an element or a field.
    func part(_ type: ValueType) -> Wanted {
        Wanted(type, name: name, choices: choices, acceptsSecret: acceptsSecret, isConstant: isConstant)
    }

    /// For messages: "`max` must be …".
    var expected: String {
        guard let choices else { return type.expected }
        return Shape.choice(choices).expected
    }
}

extension ValueType {
    /// For messages: "`max` must be …".
    var expected: String {
        switch self {
        case .string: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "`true` or `false`"
        case .size: "a size such as `100MB`"
        case .duration: "a duration such as `30s`"
        case .null: "empty"
        case .any: "a value"
        case .list(.string): "a list of strings"
        case .list(.any): "a list"
        case .list: "a \(self)"
        case .record, .map: "a mapping"
        case .optional(let type), .secret(let type): type.expected
        }
    }
}
