internal import Diagnostics
internal import Platform
internal import YAMLTree

/// Holds a file's tree against the keys and shapes that it may have, and reports every difference.
struct FormatCheck {
    var issues = IssueList()
    /// The stage types by whose names and options people mistake keys of a stage; nil where there are no stages.
    var registry: Registry?

    /// - Parameter what: what the mapping is, for messages: "a pipeline".
    mutating func mapping(
        _ node: YAMLNode, _ keys: [FormatKey], what: String, extensible: Bool = false
    ) {
        if node.isFaulty || issues.isFull { return }
        guard let fields = node.fields else {
            return report(
                "wrong-type", "\(what) must be a mapping, and is \(node.summary)", at: node,
                hint: mappingHint(node, keys))
        }
        var meant: Set<String> = []
        for (key, value) in fields where !issues.isFull {
            let name = key.text ?? ""
            if extensible, name.hasPrefix("x-") { continue }
            guard let known = keys.first(where: { $0.name == name }) else {
                if let name = Self.meaning(of: name, in: keys) { meant.insert(name) }
                unknown(key, name, keys, what: what, hint: stageHint(name, node, what: what))
                continue
            }
            check(value, known.shape, as: name)
        }
        // Whoever mistook a key has been told so.
        for key in keys where key.isRequired && node[key.name] == nil && !meant.contains(key.name) {
            report("missing-key", "\(what) needs the key `\(key.name)`", at: node.headSpan, hint: Self.suggestion(key))
        }
    }

    /// - Parameter name: the key that has it; of an element of a list, with its index: "extensions[0]".
    mutating func check(_ node: YAMLNode, _ shape: Shape, as name: String) {
        if node.isFaulty || issues.isFull { return }
        switch shape {
        case .any, .template, .condition, .elements, .choices, .channel, .objectStore, .schools: break
        case .byDocumentType(let element): check(node, .dictionary(.any, element), as: name)
        case .text: _ = text(node, shape, as: name)
        case .name(let rule):
            guard let text = text(node, shape, as: name) else { return }
            self.name(text, rule, node, as: "`\(name)`")
        case .integer, .number, .boolean: plain(node, shape, as: name)
        case .duration, .size: literal(node, shape, as: name)
        case .choice(let words): choice(node, words, shape, as: name)
        case .list(let element):
            guard let elements = node.items else {
                return wrongType(node, shape, as: name, hint: Self.listHint(node, element))
            }
            for (index, node) in elements.enumerated() {
                if case .mapping(let keys) = element {
                    mapping(node, keys, what: "an entry of `\(name)`")
                } else {
                    check(node, element, as: "\(name)[\(index)]")
                }
            }
        case .oneOrMany(let element):
            guard let elements = node.items else { return check(node, element, as: name) }
            for (index, node) in elements.enumerated() { check(node, element, as: "\(name)[\(index)]") }
        case .mapping(let keys): mapping(node, keys, what: "`\(name)`")
        case .countOrEntries(let keys):
            if let count = node.constant?.integer, count >= 0 { return }
            guard node.items != nil || node.fields != nil else { return wrongType(node, shape, as: name) }
            for node in node.oneOrMany { mapping(node, keys, what: "an entry of `\(name)`") }
        case .stage:
            mapping(node, PipelineFormat.stage, what: "a stage")
        case .dictionary(let rule, let element):
            guard let fields = node.fields else { return wrongType(node, shape, as: name) }
            for (key, value) in fields where !issues.isFull {
                let text = key.text ?? ""
                self.name(text, rule, key, as: "a name in `\(name)`")
                check(value, element, as: text)
            }
        case .choiceOrMapping(let words, let keys):
            if node.fields != nil {
                mapping(node, keys, what: "`\(name)`")
            } else {
                choice(node, words, shape, as: name)
            }
        }
    }

    private mutating func text(_ node: YAMLNode, _ shape: Shape, as name: String) -> String? {
        switch node.constant {
        case .string(let text)?:
            guard !text.contains("${{") else {
                report(
                    "expression-not-allowed", "`\(name)` takes no expression", at: node,
                    hint: "write \(shape.expected) as it is")
                return nil
            }
            return text
        case .null?, nil: wrongType(node, shape, as: name)
        case .some: wrongType(node, shape, as: name, hint: "quote it: `\"\(node.text ?? "")\"`")
        }
        return nil
    }

    private mutating func name(_ text: String, _ rule: NameRule, _ node: YAMLNode, as what: String) {
        guard !rule.allows(text) else { return }
        let better = rule.nearest(to: text)
        report(
            "invalid-name", "\(what) must be spelled `\(rule.pattern)`, and is `\(Printable.short(text))`", at: node,
            hint: better.map { "write `\($0)`" })
    }

    private mutating func plain(_ node: YAMLNode, _ shape: Shape, as name: String) {
        switch (shape, node.constant) {
        case (.integer(let range), .integer(let value)?) where range.contains(value): break
        case (.number(let least), let value?) where value.number ?? -.infinity >= least: break
        case (.boolean, .boolean?): break
        case (.integer, .integer?), (.number, .integer?), (.number, .number?):
            report(
                "invalid-value", "`\(name)` must be \(shape.expected), and is \(node.text ?? "")", at: node)
        case (_, .string(let text)?) where text.contains("${{"): _ = self.text(node, shape, as: name)
        case (.boolean, .string(let text)?):
            let words = ["yes": "true", "on": "true", "no": "false", "off": "false"]
            wrongType(
                node, shape, as: name,
                hint: Self.unquoted(node, shape) ?? words[text.lowercased()].map { "write `\($0)`" })
        case (_, .string?): wrongType(node, shape, as: name, hint: Self.unquoted(node, shape))
        default: wrongType(node, shape, as: name)
        }
    }

    private mutating func literal(_ node: YAMLNode, _ shape: Shape, as name: String) {
        switch node.constant {
        case .string?: guard self.text(node, shape, as: name) != nil else { return }
        case .integer?, .number?: break
        default: return wrongType(node, shape, as: name)
        }
        let text = node.text ?? ""
        do throws(LiteralError) {
            if case .duration = shape { _ = try TimeSpan(text) } else { _ = try ByteSize(text) }
        } catch {
            report(
                "invalid-literal", "`\(name)` must be \(shape.expected): \(error.message)", at: node, hint: error.hint)
        }
    }

    private mutating func choice(_ node: YAMLNode, _ words: [String], _ shape: Shape, as name: String) {
        guard let text = text(node, shape, as: name), !words.contains(text) else { return }
        report(
            "invalid-value", "`\(name)` must be \(shape.expected), and is `\(Printable.short(text))`", at: node,
            hint: Spelling.hint(for: text, in: words))
    }

    private mutating func unknown(
        _ key: YAMLNode, _ name: String, _ keys: [FormatKey], what: String, hint: String?
    ) {
        report(
            "unknown-key", "\(what) has no key `\(Printable.short(name))`", at: key,
            hint: hint ?? Self.meaning(of: name, in: keys).map { "did you mean `\($0)`?" },
            notes: ["keys of \(what): \(keys.map(\.name).joined(separator: ", "))"])
    }

    private mutating func wrongType(_ node: YAMLNode, _ shape: Shape, as name: String, hint: String? = nil) {
        report("wrong-type", "`\(name)` must be \(shape.expected), and is \(node.summary)", at: node, hint: hint)
    }

    mutating func report(
        _ kind: String, _ message: String, at node: YAMLNode, hint: String? = nil, notes: [String] = []
    ) {
        report(kind, message, at: node.headSpan, hint: hint, notes: notes)
    }

    mutating func report(
        _ kind: String, _ message: String, at span: SourceSpan, hint: String? = nil, notes: [String] = []
    ) {
        issues.report(.error(kind, message, at: span, hint: hint, notes: notes))
    }

    /// The key that a word was meant to be.
    static func meaning(of name: String, in keys: [FormatKey]) -> String? {
        keys.first { $0.aliases.contains(name) }?.name ?? Spelling.nearest(to: name, in: keys.map(\.name))
    }

    /// `- upload: { … }` and `max: 5` beside `uses: size-check` are what users of other tools write.
    private func stageHint(_ key: String, _ node: YAMLNode, what: String) -> String? {
        guard let registry, what == "a stage" else { return nil }
        if registry[key] != nil { return "write `uses: \(key)`, and its options under `with`" }
        guard let type = node["uses"]?.string.flatMap({ registry[$0] }) else { return nil }
        return type.options.contains { $0.name == key } ? "write `with: { \(key): … }`" : nil
    }

    private func mappingHint(_ node: YAMLNode, _ keys: [FormatKey]) -> String {
        if let registry, let name = node.string, registry[name] != nil { return "write `uses: \(name)`" }
        if node.items != nil { return "leave out the list" }
        let required = keys.filter(\.isRequired)
        let needed = (required.isEmpty ? Array(keys.prefix(1)) : required).map { "\($0.name): …" }
        return "write `{ \(needed.joined(separator: ", ")) }`"
    }

    private static func unquoted(_ node: YAMLNode, _ shape: Shape) -> String? {
        guard let text = node.text, node.scalar?.style != .plain else { return nil }
        let fits =
            switch shape {
            case .integer: Int64(text) != nil
            case .number: Double(text) != nil
            case .boolean: text == "true" || text == "false"
            default: false
            }
        return fits ? "write it without quotes" : nil
    }

    private static func suggestion(_ key: FormatKey) -> String {
        switch key.shape {
        case .integer(let range) where range.lowerBound == range.upperBound: "add `\(key.name): \(range.lowerBound)`"
        default: "add `\(key.name): …`"
        }
    }

    private static func listHint(_ node: YAMLNode, _ element: Shape) -> String? {
        if case .stage = element {
            guard let name = node.fields?.first?.key.text else { return "write `- uses: …`" }
            return name == "uses" ? "put `- ` before it" : "write `- uses: \(Printable.short(name))`"
        }
        return node.text.map { _ in "write `[\(node.flowText)]`" }
    }
}
