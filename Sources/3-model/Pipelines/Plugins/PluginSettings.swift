public import Diagnostics
public import Platform
internal import YAMLTree

/// Options of a stage outside any pipeline, where nothing can be computed.
public enum PluginSettings {
    /// A value for each of the options.
    ///
    /// - Parameter text: YAML, such as `min: 3.5`; empty: none.
    /// - Returns: nil when there is an error among the issues.
    public static func parse(
        _ text: String, _ options: [OptionDescription], file: String, _ issues: inout IssueList
    ) -> [String: CompiledValue]? {
        let start = SourceSpan(file: file, line: 1, column: 1)
        if text.allSatisfy(\.isWhitespace) { return read(nil, options, at: start, &issues) }
        guard let root = YAMLParser.parse(Array(text.utf8), file: file, issues: &issues) else { return nil }
        return read(root, options, at: start, &issues)
    }

    /// Facts, or whatever else stands in a mapping without expressions.
    ///
    /// - Parameter text: YAML, such as `mime-type: application/pdf`; empty: nothing.
    /// - Returns: nil when there is an error among the issues.
    public static func parse(_ text: String, file: String, _ issues: inout IssueList) -> Record? {
        if text.allSatisfy(\.isWhitespace) { return [:] }
        guard let root = YAMLParser.parse(Array(text.utf8), file: file, issues: &issues) else { return nil }
        guard root.fields != nil else {
            issues.report(.error("wrong-type", "it must be a mapping, and is \(root.summary)", at: root.headSpan))
            return nil
        }
        let wanted = Wanted(.any, name: file, isConstant: true)
        return CompiledValue.compile(root, as: wanted, in: Scope(roots: []), &issues)?.constant?.record
    }

    static func read(
        _ node: YAMLNode?, _ options: [OptionDescription], at span: SourceSpan, _ issues: inout IssueList
    ) -> [String: CompiledValue]? {
        let node = node.flatMap { $0.isNull ? nil : $0 }
        if let node, node.fields == nil {
            issues.report(
                .error("wrong-type", "the options must be a mapping, and are \(node.summary)", at: node.headSpan))
            return nil
        }
        var isComplete = true
        for (key, _) in node?.fields ?? [] {
            guard let name = key.text, !options.contains(where: { $0.name == name }) else { continue }
            issues.report(
                .error(
                    "unknown-option", "there is no option `\(Printable.short(name))`", at: key.span,
                    hint: Spelling.hint(for: name, in: options.map(\.name))))
            isComplete = false
        }
        var settings: [String: CompiledValue] = [:]
        for option in options {
            if let node = node?[option.name] {
                let wanted = Wanted(option.type, name: option.name, choices: option.choices, isConstant: true)
                settings[option.name] = CompiledValue.compile(node, as: wanted, in: Scope(roots: []), &issues)
                if settings[option.name] == nil { isComplete = false }
            } else if case .value(let value) = option.standard {
                settings[option.name] = .fixed(value)
            } else {
                issues.report(
                    .error("missing-option", "the option `\(option.name)` is not given", at: node?.headSpan ?? span))
                isComplete = false
            }
        }
        return isComplete ? settings : nil
    }
}
