internal import Diagnostics
internal import Platform
internal import YAMLTree

extension CompiledValue {
    /// Compiles what stands at a place of a file.
    ///
    /// - Returns: nil when it does not fit; that is among the issues then.
    static func compile(
        _ node: YAMLNode, as wanted: Wanted, in scope: Scope, _ issues: inout IssueList
    ) -> CompiledValue? {
        if node.isFaulty || issues.isFull { return nil }
        if let elements = node.items { return list(elements, node, as: wanted, in: scope, &issues) }
        if node.fields != nil { return record(node, as: wanted, in: scope, &issues) }
        guard let constant = node.constant else { return nil }
        if case .string(let text) = constant, text.contains("${{") {
            return template(text, node, as: wanted, in: scope, &issues)
        }
        return scalar(constant, node, as: wanted, &issues)
    }

    private static func list(
        _ elements: [YAMLNode], _ node: YAMLNode, as wanted: Wanted, in scope: Scope, _ issues: inout IssueList
    ) -> CompiledValue? {
        let type: ValueType
        switch wanted.type.revealed.nonNull {
        case .list(let element): type = element
        case .any: type = .any
        default: return mismatch(node, wanted, &issues)
        }
        // Every element is compiled, so that all issues are found.
        let compiled = elements.enumerated().map { compile($1, as: wanted.element(type, $0), in: scope, &issues) }
        let values = compiled.compactMap { $0 }
        guard values.count == compiled.count else { return nil }
        return .list(values)
    }

    private static func record(
        _ node: YAMLNode, as wanted: Wanted, in scope: Scope, _ issues: inout IssueList
    ) -> CompiledValue? {
        let known: RecordType?
        let element: ValueType
        switch wanted.type.revealed.nonNull {
        case .record(let type): (known, element) = (type, .any)
        case .map(let type): (known, element) = (nil, type.element)
        case .any: (known, element) = (nil, .any)
        default: return mismatch(node, wanted, &issues)
        }
        var fields: [(key: String, value: CompiledValue)] = []
        var isComplete = true
        for (key, value) in node.fields ?? [] {
            guard let name = key.text else { continue }
            if let known, known[name] == nil {
                issues.report(
                    .error(
                        "unknown-key", "`\(wanted.name)` has no key `\(Printable.short(name))`", at: key.span,
                        hint: Spelling.hint(for: name, in: known.fields.map(\.name))))
                isComplete = false
                continue
            }
            let part = Wanted(
                known?[name]?.type ?? element, name: name, acceptsSecret: wanted.acceptsSecret,
                isConstant: wanted.isConstant)
            if let value = compile(value, as: part, in: scope, &issues) {
                fields.append((name, value))
            } else {
                isComplete = false
            }
        }
        for field in known?.fields ?? [] where !field.type.mayBeNull && node[field.name] == nil {
            issues.report(
                .error(
                    "missing-key", "`\(wanted.name)` needs the key `\(field.name)`", at: node.headSpan,
                    hint: "add `\(field.name): …`"))
            isComplete = false
        }
        return isComplete ? .record(fields) : nil
    }

    private static func scalar(
        _ constant: Value, _ node: YAMLNode, as wanted: Wanted, _ issues: inout IssueList
    ) -> CompiledValue? {
        let type = wanted.type.revealed
        if constant.isNull, type.mayBeNull || type == .any { return .fixed(.null) }
        switch (type.nonNull, constant) {
        case (.any, _), (.integer, .integer), (.number, .integer), (.number, .number), (.boolean, .boolean):
            return .fixed(constant)
        case (.string, .string(let text)):
            guard let choices = wanted.choices, !choices.contains(text) else {
                return .fixed(constant)
            }
            issues.report(
                .error(
                    "invalid-value", "`\(wanted.name)` must be \(wanted.expected), and is `\(Printable.short(text))`",
                    at: node.headSpan, hint: Spelling.hint(for: text, in: choices)))
            return nil
        case (.size, .string), (.size, .integer), (.size, .number), (.duration, .string), (.duration, .integer),
            (.duration, .number):
            return literal(node, as: wanted, &issues)
        default:
            return mismatch(node, wanted, &issues)
        }
    }

    /// A number with its unit; the message of a bare one comes from the literal.
    private static func literal(_ node: YAMLNode, as wanted: Wanted, _ issues: inout IssueList) -> CompiledValue? {
        let text = node.text ?? ""
        do throws(LiteralError) {
            let amount =
                wanted.type.revealed.nonNull == .size ? try ByteSize(text).bytes : try TimeSpan(text).milliseconds
            return .fixed(.integer(amount))
        } catch {
            issues.report(
                .error(
                    "invalid-literal", "`\(wanted.name)` must be \(wanted.expected): \(error.message)",
                    at: node.headSpan, hint: error.hint))
            return nil
        }
    }

    private static func mismatch(_ node: YAMLNode, _ wanted: Wanted, _ issues: inout IssueList) -> CompiledValue? {
        issues.report(
            .error(
                "wrong-type", "`\(wanted.name)` must be \(wanted.expected), and is \(node.summary)", at: node.headSpan,
                hint: hint(node, wanted.type.revealed.nonNull)))
        return nil
    }

    private static func hint(_ node: YAMLNode, _ type: ValueType) -> String? {
        guard let text = node.text, let constant = node.constant else { return nil }
        switch (type, constant) {
        case (.string, .null): return "write `\"\"` if it is meant to be empty"
        case (.string, _): return "quote it: `\"\(text)\"`"
        case (.list, .null): return "write `[]` if it is meant to be empty"
        case (.list, _): return "write `[\(node.flowText)]`"
        case (.boolean, .string(let word)):
            let words = ["yes": "true", "on": "true", "no": "false", "off": "false", "true": "true", "false": "false"]
            return words[word.lowercased()].map { "write `\($0)`" }
        case (.integer, .string(let text)) where Int64(text) != nil,
            (.number, .string(let text)) where Double(text) != nil:
            return "write it without quotes"
        default: return nil
        }
    }
}

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
