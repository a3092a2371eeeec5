public import Platform

extension ValueType {
    /// Whether a value of this type may stand where `target` is wanted.
    ///
    /// `integer` goes to `number`, `T` and `null` to `T?`, `T` to `secret T` but never back, and lists and records by
    /// their parts. `any` goes everywhere and everything that is not secret goes to `any`; what comes from `any` is
    /// checked during the run.
    public func isAssignable(to target: ValueType) -> Bool {
        switch (self, target) {
        case (.secret(let source), .secret(let target)): source.isAssignable(to: target)
        case (.secret, _): false
        case (_, .secret(let target)): isAssignable(to: target)
        case (_, .any): !isSecret
        case (.any, _): true
        case (.integer, .number): true
        case (.null, .optional): true
        case (.optional(let source), .optional(let target)): source.isAssignable(to: target)
        case (_, .optional(let target)): isAssignable(to: target)
        case (.list(let source), .list(let target)): source.isAssignable(to: target)
        case (.record(let source), .record(let target)):
            target.fields.allSatisfy { field in
                source[field.name]?.type.isAssignable(to: field.type) ?? field.type.mayBeNull
            }
        case (.record(let source), .map(let target)):
            source.fields.allSatisfy { $0.type.isAssignable(to: target.element) }
        default: self == target
        }
    }

    /// The narrowest type that takes both, as for the branches of `?:`; nil if none but `any` does. Secrets stay secret.
    func joined(with other: ValueType) -> ValueType? {
        switch (self, other) {
        case (.secret(let left), _): return left.joined(with: other.revealed)?.asSecret
        case (_, .secret(let right)): return joined(with: right)?.asSecret
        case (.null, _): return other.orNull
        case (_, .null): return orNull
        case (.optional(let left), _): return left.joined(with: other.nonNull)?.orNull
        case (_, .optional(let right)): return joined(with: right)?.orNull
        case (.list(let left), .list(let right)) where left != right:
            if left == .any { return .list(right) }
            if right == .any { return .list(left) }
            return left.joined(with: right).map(ValueType.list)
        default: break
        }
        if isAssignable(to: other) { return other }
        if other.isAssignable(to: self) { return self }
        return nil
    }

    /// Whether `==` between them can ever be true.
    func isComparable(with other: ValueType) -> Bool {
        joined(with: other) != nil
    }

    /// Whether `<` orders its values.
    var isOrdered: Bool {
        switch self {
        case .string, .integer, .number, .size, .duration, .any: true
        default: false
        }
    }

    /// Whether it can be part of a text.
    var isTextual: Bool {
        switch self {
        case .string, .integer, .number, .boolean, .size, .duration, .any: true
        default: false
        }
    }
}

extension ValueType {
    /// Whether `value` is one of its values. A record may have further keys; absent ones count as `null`.
    public func accepts(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (.null, .null), (.optional, .null), (.string, .string), (.boolean, .boolean),
            (.integer, .integer), (.number, .integer), (.number, .number):
            true
        case (.size, .integer(let count)), (.duration, .integer(let count)): count >= 0
        case (.optional(let type), _), (.secret(let type), _): type.accepts(value)
        case (.list(let element), .list(let values)): values.allSatisfy(element.accepts)
        case (.record(let type), .record(let record)):
            type.fields.allSatisfy { $0.type.accepts(record[$0.name] ?? .null) }
        case (.map(let type), .record(let record)):
            record.entries.allSatisfy { entry in
                (type.known[entry.key]?.type ?? type.element).accepts(entry.value)
            }
        default: false
        }
    }

    /// A JSON Schema (draft 2020-12) of how its values are *written* in a pipeline file: sizes and durations with units.
    public var jsonSchema: Value {
        switch self {
        case .string: ["type": "string"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .size: ["type": "string", "pattern": .string(ByteSize.pattern)]
        case .duration: ["type": "string", "pattern": .string(TimeSpan.pattern)]
        case .null: ["type": "null"]
        case .any: [:]
        case .list(let element): ["type": "array", "items": element.jsonSchema]
        case .record(let type): Self.schema(of: type)
        case .map(let type):
            ["type": "object", "additionalProperties": type.element.jsonSchema]
        case .optional(let type): ["anyOf": [type.jsonSchema, ["type": "null"]]]
        case .secret(let type): type.jsonSchema
        }
    }

    private static func schema(of type: RecordType) -> Value {
        var properties: Record = [:]
        for field in type.fields {
            var schema = field.type.jsonSchema.record ?? [:]
            if !field.doc.isEmpty { schema["description"] = .string(field.doc) }
            properties[field.name] = .record(schema)
        }
        let required = type.fields.filter { !$0.type.mayBeNull }.map { Value.string($0.name) }
        var schema: Record = ["type": "object", "properties": .record(properties)]
        if !required.isEmpty { schema["required"] = .list(required) }
        schema["additionalProperties"] = false
        return .record(schema)
    }
}
