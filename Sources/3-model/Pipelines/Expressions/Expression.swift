public import Platform

/// An expression that was read, type-checked and compiled: what stands between `${{` and `}}`.
///
/// From loosest to tightest: `a ? b : c` (right to left), `||`, `&&`, `== !=`, `< <= > >= in`, `??`, `!`, and
/// `a.b  a[0]  f(x)`. Comparisons do not chain. `&&`, `||`, `? :` and `??` compute only what they need. There is no
/// arithmetic, so that `-` may stand in names, and nothing but a boolean is true or false.
///
/// Literals are `'text'` (a quote inside is written twice), `12`, `1.5`, `true`, `false`, `null`, sizes (`100MB`), durations
/// (`5m`) and lists (`['a', 'b']`). Texts are equal when Unicode says that they are canonically equivalent, and have the
/// order of their Unicode scalars.
public struct Expression: Sendable {
    /// As it was compiled.
    public let text: String
    /// `secret(…)` when it is computed from a secret.
    public let type: ValueType
    /// Whether `success()`, `failure()` or another function asks how the run is going.
    public let usesStatus: Bool
    /// The names that it reads, such as `["stages", "detect", "outputs", "mime-type"]`, in the order of the text.
    public let names: [[String]]
    let node: Node

    /// Whether it is computed from a secret, so that its value must not be shown or stored.
    public var isSecret: Bool { type.isSecret }

    /// Its text without the white space at both ends.
    var place: Place { Place(of: Array(text.unicodeScalars)[...], at: 0) }

    /// Compiles an expression.
    ///
    /// - Parameters:
    ///   - text: without `${{ }}`; at most 8 KiB, at most 64 levels deep.
    ///   - scope: the names that exist.
    ///   - wanted: the type that the value has to be assignable to; nil: any, secrets included.
    ///   - report: called for each issue, in the order of the text; after a syntax error there are no more.
    /// - Returns: nil when there was an issue.
    public static func compile(
        _ text: String, in scope: Scope, as wanted: ValueType? = nil, report: (ExpressionIssue) -> Void
    ) -> Expression? {
        let scalars = Array(text.unicodeScalars)
        guard text.utf8.count <= Limits.text else {
            report(
                ExpressionIssue(
                    "too-long", "an expression may have at most \(Limits.text) bytes", at: Place(offset: 0, length: 1)))
            return nil
        }
        let syntax: Syntax
        do throws(SyntaxError) {
            syntax = try Parser.parse(scalars)
        } catch {
            report(error.issue)
            return nil
        }
        var checker = Checker(scope: scope, scalars: scalars)
        var typed = checker.check(syntax)
        if let value = typed, let wanted { typed = checker.convert(value, to: wanted) }
        for issue in checker.issues.sorted(by: { $0.offset < $1.offset }) { report(issue) }
        guard let typed, checker.issues.isEmpty else { return nil }
        return Expression(
            text: text, type: typed.fullType, usesStatus: checker.usesStatus, names: checker.names, node: typed.node)
    }

    /// The value in one run.
    ///
    /// - Throws: `ExpressionError` for what only the run can tell: an index out of range, a secret that is not set, JSON
    ///   that is none, a value from `any` of another type, a result over 1 MiB.
    public func evaluate(_ environment: Environment) throws(ExpressionError) -> Value {
        try node.value(in: environment)
    }

    /// The value; where it is a text and the environment shows what is unknown, its name in angle brackets.
    func shown(in environment: Environment, inText: Bool = false) throws(ExpressionError) -> Value {
        do throws(ExpressionError) {
            return try evaluate(environment)
        } catch {
            guard environment.showsUnknown, let name = error.unknownName, inText || type.nonNull == .string else {
                throw error
            }
            return .string("<\(name)>")
        }
    }
}

extension Checker {
    /// The value as the type that is wanted, which is checked during the run where `any` hides what it will be.
    mutating func convert(_ value: Typed, to wanted: ValueType) -> Typed? {
        guard !value.isSecret || wanted.isSecret else {
            report(
                "secret-exposed", "a secret cannot be used here, where it could be shown or stored", at: value.place)
            return nil
        }
        guard require(value, [wanted.revealed], for: "this place") else { return nil }
        guard value.type.isOpen, !wanted.isOpen else { return value }
        var checked = value
        checked.node = .checked(value.node, wanted.revealed, value.place)
        checked.type = wanted.revealed
        return checked
    }
}
