internal import Platform

extension Node {
    func value(in environment: Environment) throws(ExpressionError) -> Value {
        switch self {
        case .constant(let value): return value
        case .reference(let reference): return try reference.value(in: environment)
        case .variable(let variable): return try variable.value(in: environment)
        case .member(let base, let key, let place):
            return try Self.member(key, of: try base.value(in: environment), at: place)
        case .element(let base, let index, let place, let isSecret):
            return try Self.element(
                try index.value(in: environment), of: try base.value(in: environment), at: place, isSecret: isSecret)
        case .list(let items):
            var values: [Value] = []
            values.reserveCapacity(items.count)
            for item in items { values.append(try item.value(in: environment)) }
            return .list(values)
        case .not(let operand, let place):
            return .boolean(try !operand.condition(in: environment, at: place))
        case .all(let operands, let place):
            for operand in operands where try !operand.condition(in: environment, at: place) { return false }
            return true
        case .any(let operands, let place):
            for operand in operands where try operand.condition(in: environment, at: place) { return true }
            return false
        case .coalesce(let operands):
            for operand in operands {
                let value = try operand.value(in: environment)
                if !value.isNull { return value }
            }
            return .null
        case .equal(let left, let right, let isNegated):
            let isEqual = try left.value(in: environment).matches(try right.value(in: environment))
            return .boolean(isEqual != isNegated)
        case .order(let left, let right, let symbol, let place):
            return .boolean(
                try Comparison.holds(
                    symbol, try left.value(in: environment), try right.value(in: environment), at: place))
        case .membership(let item, let list, let place):
            let item = try item.value(in: environment)
            guard case .list(let values) = try list.value(in: environment) else {
                throw ExpressionError("what is searched for an item is no list", at: place)
            }
            return .boolean(values.contains { $0.matches(item) })
        case .conditional(let condition, let positive, let negative, let place):
            return try condition.condition(in: environment, at: place)
                ? try positive.value(in: environment) : try negative.value(in: environment)
        case .status(let status): return .boolean(status.holds(environment.outcome))
        case .call(let implementation, let arguments, let place):
            var values: [Value] = []
            values.reserveCapacity(arguments.count)
            for argument in arguments { values.append(try argument.value(in: environment)) }
            return try implementation(Arguments(values: values, place: place))
        case .checked(let node, let type, let place):
            let value = try node.value(in: environment)
            guard type.accepts(value) else {
                throw ExpressionError("this must be \(type), and is \(value.kindName)", at: place)
            }
            return value
        }
    }

    private func condition(in environment: Environment, at place: Place) throws(ExpressionError) -> Bool {
        let value = try value(in: environment)
        guard case .boolean(let boolean) = value else {
            throw ExpressionError("this must be boolean, and has a part that is \(value.kindName)", at: place)
        }
        return boolean
    }

    static func member(_ key: String, of base: Value, at place: Place) throws(ExpressionError) -> Value {
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
            throw ExpressionError(
                isSecret
                    ? "the index is out of range"
                    : "index \(number) is out of range: the list has \(values.count) "
                        + (values.count == 1 ? "item" : "items") + ", counted from 0", at: place)
        default:
            throw ExpressionError("\(base.kindName) cannot be indexed with \(index.kindName)", at: place)
        }
    }
}

extension Reference {
    func value(in environment: Environment) throws(ExpressionError) -> Value {
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
