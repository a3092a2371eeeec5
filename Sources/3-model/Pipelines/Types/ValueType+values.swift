public import Platform

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
