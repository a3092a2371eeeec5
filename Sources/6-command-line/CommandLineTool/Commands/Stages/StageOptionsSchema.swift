internal import Pipelines
internal import Platform

/// The JSON Schema of what `with` may say for a stage type. Every value may be an expression.
struct StageOptionsSchema {
    let type: StageType

    var value: Value {
        var properties = Record()
        for option in type.options { properties[option.name] = .record(schema(of: option)) }
        var schema: Record = [
            "type": "object", "description": .string(type.spec.summary), "additionalProperties": false,
            "properties": .record(properties),
        ]
        let required = type.options.filter { $0.standard == .required }.map { Value.string($0.name) }
        if !required.isEmpty { schema["required"] = .list(required) }
        return .record(schema)
    }

    private func schema(of option: OptionDescription) -> Record {
        var schema: Record = ["description": .string(option.doc)]
        if let choices = option.choices {
            schema["anyOf"] = [["enum": .list(choices.map { .string($0) })], PipelineSchema.reference("expression")]
        } else {
            for entry in Self.schema(of: option.type) { schema[entry.key] = entry.value }
        }
        if case .value(let value) = option.standard, let standard = Self.literal(value, of: option) {
            schema["default"] = standard
        }
        return schema
    }

    private static func literal(_ value: Value, of option: OptionDescription) -> Value? {
        switch option.type {
        case .size, .duration, .optional(.size), .optional(.duration): option.standardText.map { .string($0) }
        default: value
        }
    }

    static func schema(of type: ValueType) -> Record {
        let expression = PipelineSchema.reference("expression")
        switch type {
        case .string: return ["type": "string"]
        case .integer: return ["anyOf": [["type": "integer"], expression]]
        case .number: return ["anyOf": [["type": "number"], expression]]
        case .boolean: return ["anyOf": [["type": "boolean"], expression]]
        case .size: return ["$ref": "#/definitions/size"]
        case .duration: return ["$ref": "#/definitions/duration"]
        case .list(let element):
            return ["anyOf": [["type": "array", "items": .record(schema(of: element))], expression]]
        case .optional(let wrapped): return ["anyOf": [["type": "null"], .record(schema(of: wrapped))]]
        default: return [:]
        }
    }
}
