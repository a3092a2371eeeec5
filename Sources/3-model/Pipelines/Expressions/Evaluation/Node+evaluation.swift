internal import Platform

extension Node {
    /// Only hands on to one function for each kind, so that little of the stack is taken for each level.
    func value(in environment: Environment) throws(ExpressionError) -> Value {
        switch self {
        case .constant(let value): value
        case .reference(let reference): try reference.value(in: environment)
        case .variable(let variable): try variable.value(in: environment)
        case .access(let base, let steps): try Self.access(base, steps, in: environment)
        case .list(let items): .list(try Self.values(of: items, in: environment))
        case .not(let operand, let place): .boolean(try !operand.isTrue(in: environment, at: place))
        case .all(let operands, let place): .boolean(try Self.all(operands, in: environment, at: place))
        case .any(let operands, let place): .boolean(try Self.any(operands, in: environment, at: place))
        case .coalesce(let operands): try Self.coalesce(operands, in: environment)
        case .equal(let left, let right, let isNegated):
            .boolean(try Self.equal(left, right, in: environment) != isNegated)
        case .order(let left, let right, let symbol, let place):
            .boolean(try Self.order(left, right, symbol, in: environment, at: place))
        case .membership(let item, let list, let place):
            .boolean(try Self.membership(item, list, in: environment, at: place))
        case .conditional(let condition, let positive, let negative, let place):
            try (condition.isTrue(in: environment, at: place) ? positive : negative).value(in: environment)
        case .status(let status): .boolean(status.holds(environment.outcome))
        case .call(let implementation, let arguments, let place):
            try implementation(Arguments(values: try Self.values(of: arguments, in: environment), place: place))
        case .checked(let node, let type, let place): try Self.checked(node, type, in: environment, at: place)
        }
    }

    private func isTrue(in environment: Environment, at place: Place) throws(ExpressionError) -> Bool {
        let value = try value(in: environment)
        if case .boolean(let boolean) = value { return boolean }
        throw ExpressionError("this must be boolean, and has a part that is \(value.kindName)", at: place)
    }

    private static func values(of nodes: [Node], in environment: Environment) throws(ExpressionError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(nodes.count)
        for node in nodes { values.append(try node.value(in: environment)) }
        return values
    }

    private static func all(
        _ operands: [Node], in environment: Environment, at place: Place
    ) throws(ExpressionError) -> Bool {
        for operand in operands where try !operand.isTrue(in: environment, at: place) { return false }
        return true
    }

    private static func any(
        _ operands: [Node], in environment: Environment, at place: Place
    ) throws(ExpressionError) -> Bool {
        for operand in operands where try operand.isTrue(in: environment, at: place) { return true }
        return false
    }

    private static func coalesce(_ operands: [Node], in environment: Environment) throws(ExpressionError) -> Value {
        for operand in operands {
            let value = try operand.value(in: environment)
            if !value.isNull { return value }
        }
        return .null
    }

    private static func equal(
        _ left: Node, _ right: Node, in environment: Environment
    ) throws(ExpressionError) -> Bool {
        try left.value(in: environment).matches(try right.value(in: environment))
    }

    private static func order(
        _ left: Node, _ right: Node, _ symbol: Symbol, in environment: Environment, at place: Place
    ) throws(ExpressionError) -> Bool {
        try Comparison.holds(symbol, try left.value(in: environment), try right.value(in: environment), at: place)
    }

    private static func membership(
        _ item: Node, _ list: Node, in environment: Environment, at place: Place
    ) throws(ExpressionError) -> Bool {
        let item = try item.value(in: environment)
        guard case .list(let values) = try list.value(in: environment) else {
            throw ExpressionError("what is searched for an item is no list", at: place)
        }
        return values.contains { $0.matches(item) }
    }

    private static func checked(
        _ node: Node, _ type: ValueType, in environment: Environment, at place: Place
    ) throws(ExpressionError) -> Value {
        let value = try node.value(in: environment)
        if type.accepts(value) { return value }
        throw ExpressionError("this must be \(type), and is \(value.kindName)", at: place)
    }
}

/// What a function is called with: checked by count; by type only as far as types were known.
struct Arguments {
    let values: [Value]
    let place: Place

    /// The argument as a text.
    func text(_ index: Int) throws(ExpressionError) -> String {
        if case .string(let text) = values[index] { return text }
        throw ExpressionError("argument \(index + 1) must be string, and is \(values[index].kindName)", at: place)
    }

    /// The argument as a list.
    func list(_ index: Int) throws(ExpressionError) -> [Value] {
        if case .list(let list) = values[index] { return list }
        throw ExpressionError("argument \(index + 1) must be list, and is \(values[index].kindName)", at: place)
    }

    func error(_ message: String) -> ExpressionError { ExpressionError(message, at: place) }
}

/// The functions that ask how the run is going.
enum StatusFunction: String, Sendable, CaseIterable {
    case success, failure, rejected, cancelled, always

    func holds(_ outcome: RunStatus) -> Bool {
        switch self {
        case .success: outcome == .running || outcome == .succeeded
        case .failure: outcome == .failed
        case .rejected: outcome == .rejected
        case .cancelled: outcome == .cancelled
        case .always: true
        }
    }
}
