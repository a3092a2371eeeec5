internal import Documents
internal import Platform

extension Shape {
    /// JSON Schema (draft 2020-12) of what may be written there.
    var schema: Value {
        switch self {
        case .text, .template, .condition: Self.text(of: self)
        case .name(let rule): ["type": "string", "pattern": .string("^\(rule.pattern)$")]
        case .integer(let range): Self.integer(range)
        case .number(let least): ["type": "number", "minimum": .number(least)]
        case .boolean: ["type": "boolean"]
        case .duration: ValueType.duration.jsonSchema
        case .size: ValueType.size.jsonSchema
        case .choice(let words): ["enum": .list(words.map(Value.string))]
        case .choices(let words):
            [
                "anyOf": [
                    ["enum": .list(words.map(Value.string))],
                    ["type": "array", "items": ["enum": .list(words.map(Value.string))], "minItems": 1],
                    ["type": "string", "pattern": #"\$\{\{"#],
                ]
            ]
        case .any: [:]
        case .elements: ["anyOf": [["type": "array"], ["type": "string", "pattern": #"\$\{\{"#]]]
        case .countOrEntries(let keys):
            [
                "anyOf": [
                    ["type": "integer", "minimum": 0], ["type": "array", "items": Self.object(keys)], Self.object(keys),
                ]
            ]
        case .list(let element): ["type": "array", "items": element.schema]
        case .oneOrMany(let element):
            ["anyOf": [element.schema, ["type": "array", "items": element.schema]]]
        case .mapping(let keys): Self.object(keys)
        case .dictionary(let rule, let element):
            [
                "type": "object", "propertyNames": ["pattern": .string("^\(rule.pattern)$")],
                "additionalProperties": element.schema,
            ]
        case .choiceOrMapping(let words, let keys):
            ["anyOf": [["enum": .list(words.map(Value.string))], Self.object(keys)]]
        case .stage: ["$ref": "#/$defs/stage"]
        case .byDocumentType(let element):
            [
                "type": "object", "propertyNames": ["enum": .list(DocumentType.allCases.map { .string($0.rawValue) })],
                "additionalProperties": element.schema,
            ]
        case .channel: ["$ref": "#/$defs/channel"]
        case .objectStore: ["$ref": "#/$defs/store"]
        case .schools: ["anyOf": [["type": "string"], ["$ref": "#/$defs/schools"]]]
        }
    }

    /// An object with these keys and those whose names start with `x-`.
    static func object(_ keys: [FormatKey], extensible: Bool = false) -> Value {
        var properties: Record = [:]
        for key in keys { properties[key.name] = key.schema }
        var schema: Record = ["type": "object", "properties": .record(properties)]
        if extensible { schema["patternProperties"] = ["^x-": true] }
        let required = keys.filter(\.isRequired).map { Value.string($0.name) }
        if !required.isEmpty { schema["required"] = .list(required) }
        schema["additionalProperties"] = false
        return .record(schema)
    }

    private static func text(of shape: Shape) -> Value {
        switch shape {
        case .condition: ["type": ["string", "boolean"]]
        default: ["type": "string"]
        }
    }

    private static func integer(_ range: ClosedRange<Int64>) -> Value {
        if range.lowerBound == range.upperBound { return ["const": .integer(range.lowerBound)] }
        var schema: Record = ["type": "integer", "minimum": .integer(range.lowerBound)]
        if range.upperBound != .max { schema["maximum"] = .integer(range.upperBound) }
        return .record(schema)
    }
}

extension FormatKey {
    /// The schema of its value, with its documentation.
    var schema: Value {
        var schema = shape.schema.record ?? [:]
        schema["description"] = .string(doc)
        return .record(schema)
    }
}
