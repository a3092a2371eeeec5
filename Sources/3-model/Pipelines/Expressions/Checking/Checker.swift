internal import Diagnostics
internal import Platform

/// Resolves names and functions and checks types. nil stands for a part about which an issue is already reported, so that
/// nothing is said twice.
struct Checker {
    let scope: Scope
    let scalars: [Unicode.Scalar]
    /// At most `Limits.issues`.
    private(set) var issues: [ExpressionIssue] = []
    private(set) var usesStatus = false
    private(set) var names: [[String]] = []

    init(scope: Scope, scalars: [Unicode.Scalar]) {
        self.scope = scope
        self.scalars = scalars
    }

    /// - Parameter handlesNull: whether what stands around provides for `null`, as `??` does.
    mutating func check(_ syntax: Syntax, handlesNull: Bool = false) -> Typed? {
        switch syntax.kind {
        case .literal(let value, let type): return Typed(.constant(value), type, at: syntax.place)
        case .name, .path: return path(syntax, handlesNull: handlesNull)
        case .list(let items): return list(items, at: syntax.place)
        case .not(let operand):
            guard let operand = boolean(operand, for: "`!`") else { return nil }
            return Typed(.not(operand.node, operand.place), .boolean, isSecret: operand.isSecret, at: syntax.place)
        case .all(let operands): return logic(operands, "`&&`", at: syntax.place, Node.all)
        case .any(let operands): return logic(operands, "`||`", at: syntax.place, Node.any)
        case .coalesce(let operands): return coalesce(operands, handlesNull: handlesNull, at: syntax.place)
        case .comparison(let symbol, let left, let right):
            return symbol == .equal || symbol == .notEqual
                ? equality(symbol, left, right, at: syntax.place) : order(symbol, left, right, at: syntax.place)
        case .membership(let item, let list): return membership(item, list, at: syntax.place)
        case .conditional(let condition, let positive, let negative):
            return conditional(condition, positive, negative, handlesNull: handlesNull, at: syntax.place)
        case .call(let name, let place, let arguments):
            return call(name, at: place, arguments, handlesNull: handlesNull, whole: syntax.place)
        }
    }

    mutating func report(
        _ kind: String, _ message: String, at place: Place, hint: String? = nil, notes: [String] = []
    ) {
        guard issues.count < Limits.issues else { return }
        issues.append(ExpressionIssue(kind, message, at: place, hint: hint, notes: notes))
    }

    mutating func noteStatus() { usesStatus = true }

    mutating func noteName(_ path: [String]) { names.append(path) }

    /// The text at a place, shortened for a message.
    func text(at place: Place) -> String {
        Quantity.shown(String(scalars: scalars[place.offset..<place.end]))
    }

    private mutating func list(_ items: [Syntax], at place: Place) -> Typed? {
        var nodes: [Node] = []
        var isSecret = false
        var element: ValueType?
        var isSound = true
        for item in items {
            guard let item = check(item) else {
                isSound = false
                continue
            }
            nodes.append(item.node)
            isSecret = isSecret || item.isSecret
            guard let type = element else {
                element = item.type
                continue
            }
            if let joined = type.joined(with: item.type) {
                element = joined
            } else {
                report(
                    "type-mismatch", "the items of a list have one type, not \(type) and \(item.type)", at: item.place)
                isSound = false
            }
        }
        return isSound ? Typed(.list(nodes), .list(element ?? .any), isSecret: isSecret, at: place) : nil
    }

    private mutating func conditional(
        _ condition: Syntax, _ positive: Syntax, _ negative: Syntax, handlesNull: Bool, at place: Place
    ) -> Typed? {
        let condition = boolean(condition, for: "`? :`")
        let positive = check(positive, handlesNull: handlesNull)
        let negative = check(negative, handlesNull: handlesNull)
        guard let condition, let positive, let negative else { return nil }
        guard let type = positive.type.joined(with: negative.type) else {
            report(
                "type-mismatch",
                "both branches of `? :` have one type, not \(positive.type) and \(negative.type)", at: negative.place)
            return nil
        }
        return Typed(
            .conditional(condition.node, positive.node, negative.node, condition.place), type,
            isSecret: condition.isSecret || positive.isSecret || negative.isSecret, at: place)
    }

    private mutating func coalesce(_ operands: [Syntax], handlesNull: Bool, at place: Place) -> Typed? {
        var parts: [Typed] = []
        for (index, operand) in operands.enumerated() {
            if let part = check(operand, handlesNull: handlesNull || index < operands.count - 1) { parts.append(part) }
        }
        guard parts.count == operands.count, let last = parts.last else { return nil }
        var type = last.type
        for part in parts.dropLast() where part.type != .null {
            guard let joined = part.type.nonNull.joined(with: type) else {
                report(
                    "type-mismatch", "both sides of `??` have one type, not \(part.type.nonNull) and \(type)",
                    at: last.place)
                return nil
            }
            type = joined
        }
        return Typed(.coalesce(parts.map(\.node)), type, isSecret: parts.contains(where: \.isSecret), at: place)
    }

    /// `default(a, b)` is `a ?? b`.
    mutating func coalesceArguments(_ operands: [Syntax], handlesNull: Bool, at place: Place) -> Typed? {
        coalesce(operands, handlesNull: handlesNull, at: place)
    }
}

/// A checked part of an expression.
struct Typed {
    var node: Node
    /// Without the mark of a secret, which is `isSecret`.
    var type: ValueType
    var isSecret: Bool
    var place: Place

    init(_ node: Node, _ type: ValueType, isSecret: Bool = false, at place: Place) {
        self.node = node
        // Of values in which only a part is secret, nothing is told apart any more once they are used as a whole.
        self.type = type.revealed.isSecret ? .any : type.revealed
        self.isSecret = isSecret || type.isSecret
        self.place = place
    }

    /// With the mark.
    var fullType: ValueType { isSecret ? type.asSecret : type }
}
