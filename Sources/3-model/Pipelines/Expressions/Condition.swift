internal import Platform

/// What stands behind `if:`: a boolean expression, with or without `${{ }}`.
public struct Condition: Sendable {
    /// The expression, without `${{ }}`.
    public let expression: Expression

    /// Whether it asks how the run is going; a condition that does not holds only in a run that goes well.
    public var usesStatus: Bool { expression.usesStatus }

    /// Compiles a condition.
    ///
    /// - Parameters:
    ///   - text: as YAML decodes it; white space around it does not count.
    ///   - report: called for each issue; text around a `${{ }}` is one, because it would make a string of it, which
    ///     other tools take for true.
    /// - Returns: nil when there was an issue. A condition is never computed from a secret: whether a stage ran can be
    ///   seen. It may ask whether a secret is set (`secrets.NAME != null`).
    public static func compile(
        _ text: String, in scope: Scope, report: (ExpressionIssue) -> Void
    ) -> Condition? {
        let parts: [TemplatePart]
        do throws(TemplateSyntaxError) {
            parts = try Template.parse(text)
        } catch {
            report(error.issue)
            return nil
        }
        let visible = parts.filter { if case .text(let text) = $0 { !text.trimmed.isEmpty } else { true } }
        let inner: (text: String, offset: Int)
        if visible.count == 1, case .expression(let text, let offset) = visible[0] {
            inner = (text, offset)
        } else if visible.contains(where: { if case .expression = $0 { true } else { false } }) {
            report(surroundedIssue(text))
            return nil
        } else {
            inner = (text, 0)
        }
        let reportMoved: (ExpressionIssue) -> Void = { report($0.moved(by: inner.offset)) }
        let scalars = Array(inner.text.unicodeScalars)
        guard let expression = Expression.compile(inner.text, in: scope, report: reportMoved) else { return nil }
        var checker = Checker(scope: scope, scalars: scalars)
        let place = expression.place
        let typed = Typed(expression.node, expression.type, at: place)
        if typed.isSecret {
            checker.report(
                "secret-exposed", "a condition cannot be computed from a secret: whether a stage ran can be seen",
                at: place, hint: "ask only whether it is set, as in `secrets.NAME != null`")
        } else {
            _ = checker.require(typed, [.boolean], for: "`if`")
        }
        checker.issues.forEach(reportMoved)
        return checker.issues.isEmpty ? Condition(expression: expression) : nil
    }

    private static func surroundedIssue(_ text: String) -> ExpressionIssue {
        ExpressionIssue(
            "if-text", "text around `${{ }}` makes a string of the condition, and a string is neither true nor false",
            at: Place(of: Array(text.unicodeScalars)[...], at: 0),
            hint: "write the whole condition without `${{ }}`",
            notes: ["other tools take every text for true, so that the stage would always run"])
    }

    /// Whether it holds in this run.
    ///
    /// - Throws: `ExpressionError` for what only the run can tell.
    public func evaluate(_ environment: Environment) throws(ExpressionError) -> Bool {
        let value = try expression.evaluate(environment)
        guard let isTrue = value.boolean else {
            throw ExpressionError("`if` needs boolean, and is \(value.kindName)", at: expression.place)
        }
        return isTrue
    }

    /// Whether it holds in this run, as the engine asks.
    ///
    /// - Throws: `StageError` of kind `expression`.
    public func holds(in environment: Environment) throws(StageError) -> Bool {
        do throws(ExpressionError) {
            return try evaluate(environment)
        } catch {
            throw StageError(error)
        }
    }
}
