internal import Documents
public import Platform

/// JSON Schemas (draft 2020-12) of the files beside the pipelines, for editors: made from the keys that they are read by.
public enum WorkspaceSchema {
    /// Of `compass.yaml`.
    ///
    /// - Parameter registry: whose channels and object stores it may declare.
    public static func make(_ registry: Registry) -> Value {
        schema(
            "Compass workspace", Shape.object(WorkspaceFormat.keys, extensible: true),
            definitions: [
                "channel": part(registry.channels), "store": store(registry.objectStores), "schools": schools,
            ])
    }

    /// Of a file of schools.
    public static func ofSchools() -> Value { schema("Schools of a Compass workspace", schools) }

    private static func schema(_ title: String, _ rest: Value, definitions: Record? = nil) -> Value {
        var schema: Record = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
        ]
        for entry in rest.record ?? [:] { schema[entry.key] = entry.value }
        if let definitions { schema["$defs"] = .record(definitions) }
        return .record(schema)
    }

    private static var schools: Value {
        [
            "anyOf": [
                ["type": "array", "items": Shape.object(SchoolsFile.keys)],
                ["type": "object", "additionalProperties": ["type": "string"]],
            ]
        ]
    }

    /// `NAME:TEXT`, or a mapping.
    private static func store(_ types: PartTable<any ObjectStorePlace>) -> Value {
        let short = types.all.filter { $0.spec.shortOption != nil }.map(\.spec.name)
        if short.isEmpty { return part(types) }
        return [
            "anyOf": [["type": "string", "pattern": .string("^(\(short.joined(separator: "|"))):.")], part(types)]
        ]
    }

    /// A mapping whose `type` decides what else it may have.
    private static func part<Part>(_ types: PartTable<Part>) -> Value {
        let rules = types.all.map { type -> Value in
            var properties: Record = ["type": true]
            for option in type.options { properties[option.name] = option.schema }
            let required = type.options.filter { $0.standard == .required }.map { Value.string($0.name) }
            var then: Record = ["properties": .record(properties), "additionalProperties": false]
            if !required.isEmpty { then["required"] = .list(required) }
            return [
                "if": ["properties": ["type": ["const": .string(type.spec.name)]], "required": ["type"]],
                "then": .record(then),
            ]
        }
        return [
            "type": "object",
            "properties": [
                "type": [
                    "description": "What kind it is.",
                    "oneOf": .list(
                        types.all.map {
                            ["const": .string($0.spec.name), "description": .string($0.spec.summary)]
                        }),
                ]
            ],
            "required": ["type"], "allOf": .list(rules),
        ]
    }
}
