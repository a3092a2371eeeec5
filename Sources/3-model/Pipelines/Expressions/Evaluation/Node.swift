internal import Platform

/// A compiled expression: names, types and functions are resolved.
indirect enum Node: Sendable {
    case constant(Value)
    case reference(Reference)
    case variable(Variable)
    /// Keys and indexes that are followed during the run. Flat, so that a long chain is not deep.
    case access(Node, [Step])
    case list([Node])
    case not(Node, Place)
    case all([Node], Place)
    case any([Node], Place)
    case coalesce([Node])
    case equal(Node, Node, isNegated: Bool)
    case order(Node, Node, Symbol, Place)
    case membership(item: Node, list: Node, Place)
    case conditional(Node, Node, Node, Place)
    case status(StatusFunction)
    case call(Function.Implementation, [Node], Place)
    /// Checks a value that comes from `any`.
    case checked(Node, ValueType, Place)
}

/// From one value to a part of it.
enum Step: Sendable {
    case key(String, Place)
    /// An item by number, or an entry by key. The last is whether messages must not tell anything of the values.
    case index(Node, Place, isSecret: Bool)
}

/// A name, and keys that lead from it to a value.
struct Reference: Sendable {
    let root: String
    let keys: [String]
    /// Whether `null` is among the values that its type has.
    let mayBeNull: Bool
    /// As the user wrote it.
    let text: String
    let place: Place
}

/// A key of an open map.
struct Variable: Sendable {
    let root: String
    let key: VariableKey
    /// What to do about an unset one; nil: it is `null`.
    let advice: String?
    let place: Place
}

/// A key that is written down, or computed.
indirect enum VariableKey: Sendable {
    case fixed(String)
    case computed(Node)
}

extension Node {
    static func access(
        _ base: Node, _ steps: [Step], in environment: Environment
    ) throws(ExpressionError) -> Value {
        var value = try base.value(in: environment)
        for step in steps {
            switch step {
            case .key(let key, let place): value = try member(key, of: value, at: place)
            case .index(let index, let place, let isSecret):
                value = try element(try index.value(in: environment), of: value, at: place, isSecret: isSecret)
            }
        }
        return value
    }

    static func member(
        _ key: String, of base: Value, at place: Place
    ) throws(ExpressionError) -> Value {
        switch base {
        case .record(let record): return record[key] ?? .null
        case .null: return .null
        default: throw ExpressionError("`\(key)` is asked of \(base.kindName), which has no fields", at: place)
        }
    }

    private static func element(
        _ index: Value, of base: Value, at place: Place, isSecret: Bool
    ) throws(ExpressionError) -> Value {
        switch (base, index) {
        case (.null, _): return .null
        case (.record(let record), .string(let key)): return record[key] ?? .null
        case (.list(let values), .integer(let number)):
            if number >= 0, number < values.count { return values[Int(number)] }
            throw outOfRange(number, count: values.count, at: place, isSecret: isSecret)
        default:
            throw ExpressionError("\(base.kindName) cannot be indexed with \(index.kindName)", at: place)
        }
    }

    private static func outOfRange(_ index: Int64, count: Int, at place: Place, isSecret: Bool) -> ExpressionError {
        let items = count == 1 ? "1 item" : "\(count) items"
        return ExpressionError(
            isSecret
                ? "the index is out of range"
                : "index \(index) is out of range: the list has \(items), counted from 0", at: place)
    }
}

extension Reference {
    func value(in environment: Environment) throws(ExpressionError) -> Value {
        if !environment.unknown.isEmpty, let name = environment.unknown.unknownPart(of: [root] + keys) {
            throw ExpressionError(unknownName: name, at: place)
        }
        var value = environment.value(of: root)
        for key in keys { value = try Node.member(key, of: value, at: place) }
        if value.isNull, !mayBeNull { throw ExpressionError("`\(text)` has no value in this run", at: place) }
        return value
    }
}

extension Variable {
    func value(in environment: Environment) throws(ExpressionError) -> Value {
        let name: String
        switch key {
        case .fixed(let key): name = key
        case .computed(let node):
            guard case .string(let key) = try node.value(in: environment) else {
                throw ExpressionError("the key of `\(root)` is no text", at: place)
            }
            name = key
        }
        if let value = environment.value(of: name, in: root) { return value }
        guard let advice else { return .null }
        throw ExpressionError("`\(root).\(Quantity.shown(name))` is not set; \(advice)", at: place)
    }
}
