internal import Diagnostics
internal import Platform
internal import YAMLTree

extension OptionDescription {
    /// Compiles what a file says for the option, and holds it against the option's rules.
    ///
    /// - Parameter type: nil: the option's; of a part that cannot be given `null`, without it.
    /// - Returns: nil when it does not fit; that is among the issues then.
    func compile(
        _ node: YAMLNode, as type: ValueType? = nil, in scope: Scope, _ issues: inout IssueList
    ) -> CompiledValue? {
        if rules.isSecret, let text = node.string, !text.contains("${{") {
            issues.report(
                .error(
                    "plain-secret", "`\(name)` is written into the file", at: node.headSpan,
                    hint: "keep it in `secrets/NAME` and write `${{ secrets.NAME }}`"))
        }
        if case .map = self.type.nonNull {
            for (key, _) in node.fields ?? [] {
                guard let text = key.text, !text.isEmpty, let fault = rules.nameFault(text) else { continue }
                issues.report(
                    .error(
                        "invalid-value", "a name in `\(name)` \(fault), and is `\(Printable.short(text))`",
                        at: key.headSpan))
            }
        }
        let wanted = Wanted(
            type ?? self.type, name: name, choices: choices, acceptsSecret: rules.acceptsSecret,
            isConstant: rules.isConstant)
        guard let value = CompiledValue.compile(node, as: wanted, in: scope, &issues) else { return nil }
        if let constant = value.constant, let fault = rules.fault(constant) {
            issues.report(
                .error(
                    "invalid-value", "`\(name)` \(fault), and is `\(Printable.short(constant.text))`",
                    at: node.headSpan))
        }
        return value
    }
}
