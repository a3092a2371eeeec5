internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension PipelineReader {
    mutating func readInputs(_ node: YAMLNode?) {
        for (key, value) in node?.fields ?? [] {
            guard let name = key.text, !check.issues.isFull else { continue }
            inputs.append(readInput(name, key, value))
            inputIndex[name] = inputs.count - 1
        }
    }

    /// The input of a name.
    func input(_ name: String) -> InputDefinition? { inputIndex[name].map { inputs[$0] } }

    private mutating func readInput(_ name: String, _ key: YAMLNode, _ node: YAMLNode) -> InputDefinition {
        let typeName = node["type"]?.string ?? ""
        let type = readType(node, typeName)
        let isRequired = node["required"]?.boolean ?? false
        let isDocumentType = typeName == "document-type" || node["of"]?.string == "document-type"
        if isRequired, node["default"] != nil {
            check.report(
                "contradiction", "input `\(name)` is required and has a default", at: node.keySpan("default"),
                hint: "leave out one of them")
        }
        let wanted = Wanted(
            type, name: "default", choices: isDocumentType ? DocumentType.allCases.map(\.rawValue) : nil)
        let standard = node["default"].flatMap {
            CompiledValue.compile($0, as: wanted, in: PipelineScope(self).ofInputs, &check.issues)
        }
        let allowed = readAllowed(node["allowed"], type, isDocumentType)
        if let allowed, let constant = standard?.constant, !allowed.contains(constant),
            let node = node["default"]
        {
            check.report(
                "invalid-value", "the default of input `\(name)` is not among its allowed values", at: node,
                hint: "allowed are \(NameList.text(allowed.map(\.text)))")
        }
        let isOptional = !isRequired && node["default"] == nil
        return InputDefinition(
            name: name, type: isOptional ? type.orNull : type, isDocumentType: isDocumentType, isRequired: isRequired,
            standard: standard, allowed: allowed, description: node["description"]?.string,
            line: key.span.line)
    }

    private mutating func readType(_ node: YAMLNode, _ name: String) -> ValueType {
        if name != "list", let of = node["of"], !name.isEmpty {
            check.report(
                "contradiction", "`of` is for lists, and this is of type \(name)", at: of,
                hint: "write `type: list`, or leave out `of`")
        }
        if name == "list" {
            guard let of = node["of"] else {
                check.report(
                    "missing-key", "a list needs the key `of`", at: node["type"]?.span ?? node.headSpan,
                    hint: "add `of: string`")
                return .list(.any)
            }
            return .list(Self.type(named: of.string ?? "") ?? .any)
        }
        // An unknown type is reported once, and not again wherever the input is used.
        return Self.type(named: name) ?? .any
    }

    private mutating func readAllowed(_ node: YAMLNode?, _ type: ValueType, _ isDocumentType: Bool) -> [Value]? {
        guard let elements = node?.items else { return nil }
        let choices = isDocumentType ? DocumentType.allCases.map(\.rawValue) : nil
        return elements.compactMap {
            CompiledValue.compile(
                $0, as: Wanted(type, name: "allowed", choices: choices, isConstant: true),
                in: Scope(roots: [], hasStatus: false),
                &check.issues)?.constant
        }
    }

    private static func type(named name: String) -> ValueType? {
        switch name {
        case "string", "document-type": .string
        case "integer": .integer
        case "number": .number
        case "boolean": .boolean
        case "size": .size
        case "duration": .duration
        default: nil
        }
    }

    mutating func readEnvironment(_ node: YAMLNode?) {
        for (key, value) in node?.fields ?? [] {
            guard let name = key.text, !check.issues.isFull else { continue }
            let scope = PipelineScope(self).ofEnvironment
            let compiled = CompiledValue.compile(value, as: Wanted(.string, name: name), in: scope, &check.issues)
            env.append(EnvironmentDefinition(name: name, value: compiled ?? .fixed("")))
            envIndex[name] = env.count - 1
        }
    }
}
