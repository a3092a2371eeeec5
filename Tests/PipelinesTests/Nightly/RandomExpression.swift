import CompassTesting
import Platform

/// A random expression with its value, computed without the compiler: what the compiler is held against.
indirect enum RandomExpression {
    case literal(Value, String)
    case not(RandomExpression)
    case binary(String, level: Int, RandomExpression, RandomExpression)
    case conditional(RandomExpression, RandomExpression, RandomExpression)
    case list([RandomExpression])
    case element(RandomExpression, Int)
    case length(RandomExpression)

    /// The levels of the documentation: 0 `? :`, 1 `||`, 2 `&&`, 3 equality, 4 order, 5 `??`, 6 prefix, 7 postfix.
    private var level: Int {
        switch self {
        case .literal, .list, .length, .element: 7
        case .not: 6
        case .binary(_, let level, _, _): level
        case .conditional: 0
        }
    }

    // MARK: Making

    static func boolean(_ depth: Int, _ random: inout SeededRandom) -> RandomExpression {
        guard depth > 0 else {
            let value = Bool.random(using: &random)
            return .literal(.boolean(value), "\(value)")
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .not(boolean(depth - 1, &random))
        case 1: return .binary("&&", level: 2, boolean(depth - 1, &random), boolean(depth - 1, &random))
        case 2: return .binary("||", level: 1, boolean(depth - 1, &random), boolean(depth - 1, &random))
        case 3:
            let sign = Bool.random(using: &random) ? "==" : "!="
            return Bool.random(using: &random)
                ? .binary(sign, level: 3, integer(depth - 1, &random), integer(depth - 1, &random))
                : .binary(sign, level: 3, boolean(depth - 1, &random), boolean(depth - 1, &random))
        case 4:
            let sign = ["<", "<=", ">", ">="].randomElement(using: &random) ?? "<"
            return .binary(sign, level: 4, integer(depth - 1, &random), integer(depth - 1, &random))
        case 5: return .binary("in", level: 4, integer(depth - 1, &random), list(depth - 1, &random))
        case 6:
            return .conditional(boolean(depth - 1, &random), boolean(depth - 1, &random), boolean(depth - 1, &random))
        default: return .binary("??", level: 5, .literal(.null, "null"), boolean(depth - 1, &random))
        }
    }

    static func integer(_ depth: Int, _ random: inout SeededRandom) -> RandomExpression {
        guard depth > 0 else {
            let value = Int64.random(in: -3...3, using: &random)
            return .literal(.integer(value), "\(value)")
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .conditional(boolean(depth - 1, &random), integer(depth - 1, &random), integer(depth - 1, &random))
        case 1: return .length(list(depth - 1, &random))
        case 2:
            let items = (0..<Int.random(in: 1...3, using: &random)).map { _ in integer(depth - 1, &random) }
            return .element(.list(items), Int.random(in: 0..<items.count, using: &random))
        default: return .binary("??", level: 5, integer(depth - 1, &random), integer(depth - 1, &random))
        }
    }

    private static func list(_ depth: Int, _ random: inout SeededRandom) -> RandomExpression {
        .list((0..<Int.random(in: 0...3, using: &random)).map { _ in integer(depth > 0 ? depth - 1 : 0, &random) })
    }

    // MARK: Value

    var value: Value {
        switch self {
        case .literal(let value, _): return value
        case .not(let operand): return .boolean(operand.value != true)
        case .conditional(let condition, let positive, let negative):
            return condition.value == true ? positive.value : negative.value
        case .list(let items): return .list(items.map(\.value))
        case .element(let list, let index): return list.value.list?[index] ?? .null
        case .length(let list): return .integer(Int64(list.value.list?.count ?? -1))
        case .binary(let sign, _, let left, let right): return Self.apply(sign, left.value, right.value)
        }
    }

    private static func apply(_ sign: String, _ left: Value, _ right: Value) -> Value {
        let (one, other) = (left.integer ?? 0, right.integer ?? 0)
        return switch sign {
        case "&&": .boolean(left == true && right == true)
        case "||": .boolean(left == true || right == true)
        case "==": .boolean(left == right)
        case "!=": .boolean(left != right)
        case "<": .boolean(one < other)
        case "<=": .boolean(one <= other)
        case ">": .boolean(one > other)
        case ">=": .boolean(one >= other)
        case "in": .boolean(right.list?.contains(left) ?? false)
        default: left.isNull ? right : left
        }
    }

    // MARK: Text

    /// With no parentheses but those that precedence asks for.
    var text: String {
        switch self {
        case .literal(_, let text): text
        case .not(let operand): "!" + operand.text(atLeast: 6)
        case .binary(let sign, let level, let left, let right):
            // Comparisons do not chain; the others may stand to the left of themselves.
            left.text(atLeast: level == 3 || level == 4 ? level + 1 : level) + " \(sign) "
                + right.text(atLeast: level + 1)
        case .conditional(let condition, let positive, let negative):
            "\(condition.text(atLeast: 1)) ? \(positive.text) : \(negative.text)"
        case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .element(let list, let index): "\(list.text(atLeast: 7))[\(index)]"
        case .length(let list): "length(\(list.text))"
        }
    }

    private func text(atLeast wanted: Int) -> String { level >= wanted ? text : "(\(text))" }
}
