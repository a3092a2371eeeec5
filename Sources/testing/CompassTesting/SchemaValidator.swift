public import Platform

/// As much of JSON Schema 2020-12 as the generated schema uses; a keyword that it does not know is a failure, so that
/// nothing goes unchecked.
public struct SchemaValidator: Sendable {
    private let root: Value

    /// - Parameter root: the schema.
    public init(root: Value) {
        self.root = root
    }

    /// What is wrong, by the path in the instance; empty when it is valid.
    public func problems(of value: Value, at path: String = "") -> [String] {
        check(value, root, path)
    }

    private func check(_ value: Value, _ schema: Value, _ path: String) -> [String] {
        if let allowed = schema.boolean { return allowed ? [] : ["\(path): not allowed"] }
        return (schema.record ?? [:]).flatMap { entry in
            keyword(entry.key, entry.value, schema, value, path).map { "\($0)" }
        }
    }

    private func isValid(_ value: Value, _ schema: Value) -> Bool { check(value, schema, "").isEmpty }

    private func keyword(_ name: String, _ rule: Value, _ schema: Value, _ value: Value, _ path: String) -> [String] {
        func fail(unless isSatisfied: Bool) -> [String] { isSatisfied ? [] : ["\(path): \(name) \(rule.json)"] }
        switch name {
        case "$schema", "$defs", "title", "description", "default", "then": return []
        case "$ref": return check(value, resolve(rule.string ?? ""), path)
        case "type": return fail(unless: (rule.list ?? [rule]).contains { Self.isOf(value, $0.string ?? "") })
        case "const": return fail(unless: value == rule)
        case "enum": return fail(unless: rule.list?.contains(value) ?? false)
        case "pattern": return fail(unless: value.string.map { Self.matches($0, rule.string ?? "") } ?? true)
        case "minimum": return fail(unless: (value.number ?? .infinity) >= rule.number ?? 0)
        case "maximum": return fail(unless: (value.number ?? -.infinity) <= rule.number ?? 0)
        case "required":
            return (value.record == nil ? [] : rule.list ?? []).filter { value[$0.text] == nil }
                .map { "\(path): lacks \($0.text)" }
        case "properties":
            return (rule.record ?? [:]).flatMap { entry in
                value[entry.key].map { check($0, entry.value, "\(path)/\(entry.key)") } ?? []
            }
        case "patternProperties", "additionalProperties":
            return others(of: value, schema, name).flatMap { entry in
                let schema = name == "patternProperties" ? rule[rule.record?.keys.first ?? ""] ?? true : rule
                return check(entry.value, schema, "\(path)/\(entry.key)")
            }
        case "propertyNames": return (value.record?.keys ?? []).flatMap { check(.string($0), rule, "\(path)/\($0)") }
        case "items":
            return (value.list ?? []).enumerated().flatMap { check($0.element, rule, "\(path)/\($0.offset)") }
        case "anyOf": return fail(unless: rule.list?.contains { isValid(value, $0) } ?? false)
        case "oneOf": return fail(unless: rule.list?.count { isValid(value, $0) } == 1)
        case "allOf": return (rule.list ?? []).flatMap { check(value, $0, path) }
        case "if": return isValid(value, rule) ? check(value, schema["then"] ?? true, path) : []
        default: return ["\(path): unknown keyword \(name)"]
        }
    }

    /// The entries that `patternProperties` or `additionalProperties` is about.
    private func others(of value: Value, _ schema: Value, _ name: String) -> [Record.Entry] {
        let patterns = schema["patternProperties"]?.record?.keys ?? []
        return (value.record?.entries ?? []).filter { entry in
            let isMatch = patterns.contains { Self.matches(entry.key, $0) }
            return name == "patternProperties" ? isMatch : !isMatch && schema["properties"]?[entry.key] == nil
        }
    }

    private func resolve(_ reference: String) -> Value {
        reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? false }
    }

    private static func isOf(_ value: Value, _ type: String) -> Bool {
        switch value {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .string: type == "string"
        case .list: type == "array"
        case .record: type == "object"
        }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return text.contains(regex)
    }
}
