public import Platform

/// A value of a pipeline file with the expressions in it compiled, such as what stands behind a key of `with:`.
public indirect enum CompiledValue: Sendable {
    /// No expression is in it.
    case fixed(Value)
    case expression(Expression)
    case template(Template)
    case list([CompiledValue])
    case record([(key: String, value: CompiledValue)])

    /// Whether it is computed from a secret, so that its value must not be shown or stored.
    public var isSecret: Bool {
        switch self {
        case .fixed: false
        case .expression(let expression): expression.isSecret
        case .template(let template): template.isSecret
        case .list(let items): items.contains(where: \.isSecret)
        case .record(let entries): entries.contains(where: \.value.isSecret)
        }
    }

    /// The names that its expressions read, in their order; none of a fixed value.
    public var names: [[String]] {
        switch self {
        case .fixed: []
        case .expression(let expression): expression.names
        case .template(let template): template.expressions.flatMap(\.names)
        case .list(let items): items.flatMap(\.names)
        case .record(let entries): entries.flatMap(\.value.names)
        }
    }

    /// Its elements, if it is written as a list.
    var list: [CompiledValue]? {
        switch self {
        case .list(let items): items
        case .fixed(.list(let values)): values.map(CompiledValue.fixed)
        case .fixed, .expression, .template, .record: nil
        }
    }

    /// The value, when it is the same in every run.
    public var constant: Value? {
        switch self {
        case .fixed(let value): return value
        case .expression(let expression):
            guard case .constant(let value) = expression.node else { return nil }
            return value
        case .template(let template): return template.literal.map(Value.string)
        case .list(let items):
            let values = items.compactMap(\.constant)
            return values.count == items.count ? .list(values) : nil
        case .record(let entries):
            let values = entries.compactMap { entry in entry.value.constant.map { (entry.key, $0) } }
            return values.count == entries.count ? .record(Record(values)) : nil
        }
    }

    /// The value in one run.
    ///
    /// - Throws: `ExpressionError` for what only the run can tell, and for a value of more than 16 MiB in all.
    public func evaluate(_ environment: Environment) throws(ExpressionError) -> Value {
        var room = Limits.computed
        return try evaluate(environment, room: &room)
    }

    /// - Parameter room: how many bytes the value, and those beside it, may still have.
    private func evaluate(_ environment: Environment, room: inout Int) throws(ExpressionError) -> Value {
        let value: Value
        switch self {
        case .fixed(let fixed): return fixed
        case .expression(let expression): value = try expression.shown(in: environment)
        case .template(let template): value = try template.evaluate(environment)
        case .list(let items):
            var values: [Value] = []
            for item in items { values.append(try item.evaluate(environment, room: &room)) }
            return .list(values)
        case .record(let entries):
            var record: Record = [:]
            for (key, value) in entries { record[key] = try value.evaluate(environment, room: &room) }
            return .record(record)
        }
        room -= value.size(upTo: room)
        guard room >= 0 else {
            throw ExpressionError(
                "the value would be longer than \(Limits.shown(Limits.computed)) in all",
                at: Place(offset: 0, length: 1))
        }
        return value
    }

    /// The value in one run, as stages ask.
    ///
    /// - Throws: `StageError` of kind `expression`.
    public func value(in environment: Environment) throws(StageError) -> Value {
        do throws(ExpressionError) {
            return try evaluate(environment)
        } catch {
            throw StageError(error)
        }
    }
}
