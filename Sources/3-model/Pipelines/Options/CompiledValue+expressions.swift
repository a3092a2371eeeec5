internal import Diagnostics
internal import Platform
internal import YAMLTree

extension CompiledValue {
    /// A text with expressions in it.
    static func template(
        _ text: String, _ node: YAMLNode, as wanted: Wanted, in scope: Scope, _ issues: inout IssueList
    ) -> CompiledValue? {
        if wanted.isConstant {
            issues.report(
                .error(
                    "expression-not-allowed", "`\(wanted.name)` takes no expression", at: node.headSpan,
                    hint: "write \(wanted.expected) as it is"))
            return nil
        }
        let type = wanted.acceptsSecret ? wanted.type.asSecret : wanted.type
        var found: [ExpressionIssue] = []
        let template = Template.compile(text, in: scope, as: type) { found.append($0) }
        issues.report(found, in: node)
        return template.map(CompiledValue.template)
    }

    /// An expression that the program brings itself; nil when its names do not exist in the scope or its type does not fit.
    init?(expression text: String, type: ValueType, in scope: Scope) {
        guard let expression = Expression.compile(text, in: scope, as: type, report: { _ in }) else { return nil }
        self = .expression(expression)
    }
}

extension IssueList {
    /// Issues of expressions, each at its place in a scalar's text.
    mutating func report(_ found: [ExpressionIssue], in node: YAMLNode) {
        let spans = node.spans(ofText: found.map { ($0.offset, $0.length) })
        for (issue, span) in zip(found, spans) {
            report(.error(issue.kind, issue.message, at: span, hint: issue.hint, notes: issue.notes))
        }
    }
}
