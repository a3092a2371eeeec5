public import Platform

/// The JSON Schema of pipeline files, for editors.
public enum PipelineSchema {
    /// Draft 2020-12, made from the keys that lint knows and the stage types of a registry. It says what can be said
    /// without looking at expressions and facts, and so allows whatever lint allows.
    public static func make(_ registry: Registry) -> Value {
        var schema: Record = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Compass pipeline",
        ]
        for entry in Shape.object(PipelineFormat.keys, extensible: true).record ?? [:] {
            schema[entry.key] = entry.value
        }
        schema["$defs"] = ["stage": stage(registry)]
        return .record(schema)
    }

    /// A stage: its `uses` decides what `with` may be.
    private static func stage(_ registry: Registry) -> Value {
        var schema = Shape.object(PipelineFormat.stage).record ?? [:]
        var properties = schema["properties"]?.record ?? [:]
        properties["uses"] = [
            "description": .string(PipelineFormat.stage[0].doc),
            "oneOf": .list(
                registry.all.map {
                    ["const": .string($0.spec.name), "description": .string($0.spec.summary)]
                }),
        ]
        schema["properties"] = .record(properties)
        schema["anyOf"] = [["required": ["uses"]], ["required": ["parallel"]]]
        schema["allOf"] = .list(registry.all.map(rule))
        return .record(schema)
    }

    private static func rule(for type: StageType) -> Value {
        var properties: Record = [:]
        for option in type.options { properties[option.name] = option.schema }
        let required = type.options.filter { $0.standard == .required }.map { Value.string($0.name) }
        var with: Record = ["type": "object", "properties": .record(properties)]
        if !required.isEmpty { with["required"] = .list(required) }
        with["additionalProperties"] = false
        var then: Record = ["properties": ["with": .record(with)]]
        if !required.isEmpty { then["required"] = ["with"] }
        return [
            "if": ["properties": ["uses": ["const": .string(type.spec.name)]], "required": ["uses"]],
            "then": .record(then),
        ]
    }
}

extension OptionDescription {
    /// How it may be written: as a literal of its type, or as an expression.
    var schema: Value {
        var schema: Record
        if let choices {
            schema = ["anyOf": [["enum": .list(choices.map(Value.string))], Self.expression]]
            if type.mayBeNull { schema = ["anyOf": [.record(schema), ["type": "null"]]] }
        } else {
            schema = Self.written(type).record ?? [:]
        }
        schema["description"] = .string(doc)
        if case .value(let value) = standard, !value.isNull { schema["default"] = value.written(as: type) }
        return .record(schema)
    }

    private static let expression: Value = ["type": "string", "pattern": #"\$\{\{"#]

    private static func written(_ type: ValueType) -> Value {
        switch type {
        case .string, .size, .duration, .any: type.jsonSchema
        case .list(let element): ["anyOf": [["type": "array", "items": written(element)], expression]]
        case .optional(let type): ["anyOf": [written(type), ["type": "null"]]]
        case .secret(let type): written(type)
        default: ["anyOf": [type.jsonSchema, expression]]
        }
    }
}

extension Value {
    /// As it would be written in a pipeline: sizes and durations with their unit.
    public func written(as type: ValueType) -> Value {
        switch (type, self) {
        case (.size, .integer(let bytes)): .string(ByteSize(bytes: bytes).description)
        case (.duration, .integer(let milliseconds)): .string(TimeSpan(milliseconds: milliseconds).description)
        case (.optional(let type), _), (.secret(let type), _): written(as: type)
        case (.list(let element), .list(let values)): .list(values.map { $0.written(as: element) })
        default: self
        }
    }
}
