internal import Diagnostics
internal import Platform
internal import YAMLTree

extension Condition {
    /// Compiles what stands behind `if`.
    ///
    /// - Returns: nil when it is no condition; that is among the issues then.
    static func compile(_ node: YAMLNode, in scope: Scope, _ issues: inout IssueList) -> Condition? {
        if node.isFaulty { return nil }
        // `if: true` is a boolean for YAML, and an expression all the same.
        guard let text = node.text, !text.isEmpty, node.constant != .null else {
            issues.report(
                .error(
                    "wrong-type", "`if` must be an expression, and is \(node.summary)", at: node.headSpan,
                    hint: "write `if: length(inputs.schools) > 0`"))
            return nil
        }
        var found: [ExpressionIssue] = []
        let condition = compile(text, in: scope) { found.append($0) }
        issues.report(found, in: node)
        return condition
    }
}
