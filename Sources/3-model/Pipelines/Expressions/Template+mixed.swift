extension Template {
    /// Text with expressions in it, which is a string whatever they are.
    static func mixed(
        _ parts: [TemplatePart], in scope: Scope, as wanted: ValueType?, report: (ExpressionIssue) -> Void
    ) -> Template? {
        var segments: [Segment] = []
        var isSound = true
        var isSecret = false
        var count = 0
        for part in parts where count < Limits.issues {
            switch part {
            case .text(let text): segments.append(.text(text))
            case .expression(let text, let offset):
                let compiled = Expression.compile(text, in: scope) {
                    count += 1
                    report($0.moved(by: offset))
                }
                let place = Place(of: Array(text.unicodeScalars)[...], at: offset)
                guard let compiled else {
                    isSound = false
                    continue
                }
                if let issue = issue(of: compiled, at: place, as: wanted) {
                    count += 1
                    report(issue)
                    isSound = false
                }
                isSecret = isSecret || compiled.isSecret
                segments.append(.expression(compiled, place))
            }
        }
        guard isSound else { return nil }
        return Template(content: .mixed(segments), type: isSecret ? .secret(.string) : .string)
    }

    /// Why the expression cannot be part of a text, or of this one.
    private static func issue(of expression: Expression, at place: Place, as wanted: ValueType?) -> ExpressionIssue? {
        let type = expression.type.revealed
        let text = Quantity.shown(expression.text.trimmed)
        if type.mayBeNull {
            return ExpressionIssue(
                "may-be-null", "`\(text)` may be null, and is part of a text here", at: place,
                hint: "write `\(text) ?? \(Checker.sample(of: type.nonNull))`")
        }
        guard type.isTextual else {
            return ExpressionIssue(
                "type-mismatch", "\(type) cannot be part of a text", at: place,
                hint: type == .list(.string) ? "write `join(\(text), ', ')`" : "write `to-json(\(text))`")
        }
        guard let wanted else { return nil }
        if expression.isSecret, !wanted.isSecret {
            return ExpressionIssue(
                "secret-exposed", "a secret cannot be used here, where it could be shown or stored", at: place)
        }
        guard ValueType.string.isAssignable(to: wanted.revealed) else {
            return ExpressionIssue(
                "type-mismatch",
                "this place needs \(wanted.revealed.nonNull), and text around an expression makes it string",
                at: place, hint: "leave only the expression")
        }
        return nil
    }
}
