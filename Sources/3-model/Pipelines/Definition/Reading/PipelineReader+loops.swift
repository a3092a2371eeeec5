internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// What `for-each` goes over, and what expressions call an element.
    struct Element {
        /// nil when it cannot be compiled, which was reported.
        let list: CompiledValue?
        let field: Field
    }

    /// `for-each` and `as`.
    mutating func readElement(of stage: PlannedStage, in scope: Scope) -> Element? {
        let name = readElementName(of: stage.node, in: scope)
        guard let node = stage.node["for-each"] else { return nil }
        var list: CompiledValue?
        if !reportMissingBraces(node, in: scope) {
            list = CompiledValue.compile(node, as: Wanted(.list(.any), name: "for-each"), in: scope, &check.issues)
        }
        return Element(list: list, field: Field(name, list?.elementType ?? .any, "The element."))
    }

    mutating func readLoop(_ node: YAMLNode, _ element: Element) -> LoopDefinition? {
        guard let list = element.list else { return nil }
        return LoopDefinition(
            list: list, name: element.field.name,
            maxParallel: node["max-parallel"]?.integer.map { Int(clamping: $0) } ?? LoopDefinition.standardParallel,
            failFast: node["fail-fast"]?.boolean ?? true)
    }

    /// nil when `as` is no name.
    func elementName(of node: YAMLNode) -> String? {
        guard let name = node["as"] else { return "item" }
        return name.string.flatMap { NameRule.input.allows($0) ? $0 : nil }
    }

    private mutating func readElementName(of node: YAMLNode, in scope: Scope) -> String {
        guard let name = elementName(of: node) else { return "item" }
        guard let nameNode = node["as"] else { return name }
        if scope[name] != nil {
            check.report(
                "invalid-name", "`as` must not hide `\(name)`, which expressions use already", at: nameNode,
                hint: "choose another name, such as `item`")
            return "item"
        }
        if ["in", "true", "false", "null"].contains(name) {
            check.report(
                "invalid-name", "`as` must not be `\(name)`, which is a word of expressions", at: nameNode,
                hint: "choose another name, such as `item`")
            return "item"
        }
        return name
    }

    /// Whoever writes `for-each: inputs.schools` means the expression; `if` is the only key that may leave out `${{ }}`.
    private mutating func reportMissingBraces(_ node: YAMLNode, in scope: Scope) -> Bool {
        guard let text = node.string, !text.contains("${{"),
            CompiledValue(expression: text, type: .list(.any), in: scope) != nil
        else { return false }
        check.report(
            "wrong-type", "`for-each` must be a list, and is \(node.summary)", at: node, hint: "write `${{ \(text) }}`")
        return true
    }

    /// Keys that mean nothing without `for-each` or `parallel`.
    mutating func checkLoopKeys(of stage: PlannedStage) {
        guard !stage.isLoop else { return }
        for name in ["as", "max-parallel", "fail-fast"] where stage.node[name] != nil {
            check.report(
                "contradiction", "`\(name)` goes with `for-each`\(name == "as" ? "" : " or `parallel`")",
                at: stage.node.keySpan(name), hint: "add `for-each: …`, or leave it out")
        }
    }
}

extension CompiledValue {
    /// The type of a list's elements, as far as it is known.
    fileprivate var elementType: ValueType {
        switch self {
        case .expression(let expression): expression.type.elementType
        case .template(let template): template.type.elementType
        case .list(let items): Self.commonType(of: items)
        case .fixed, .record: .any
        }
    }

    private static func commonType(of items: [CompiledValue]) -> ValueType {
        let types = Set(items.map(\.type))
        if types.count == 1, let type = types.first { return type }
        return !types.isEmpty && types.isSubset(of: [.integer, .number]) ? .number : .any
    }

    private var type: ValueType {
        switch self {
        case .expression(let expression): expression.type
        case .template(let template): template.type
        case .fixed(.string): .string
        case .fixed(.integer): .integer
        case .fixed(.number): .number
        case .fixed(.boolean): .boolean
        case .fixed: .any
        case .list(let items): .list(Self.commonType(of: items))
        case .record(let entries):
            .record(RecordType(entries.map { Field($0.key, $0.value.type) }))
        }
    }
}

extension ValueType {
    fileprivate var elementType: ValueType { if case .list(let element) = revealed.nonNull { element } else { .any } }
}
