internal import Platform

/// What a JSON value looks like, as JSON Schema 2020-12 has it (the dialect of OpenAPI 3.1).
indirect enum Schema: Sendable {
    case string(format: String? = nil, minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil)
    case choice([String])
    case integer(ClosedRange<Int64>? = nil)
    case number
    case boolean
    /// Anything.
    case any
    case list(Schema, maxItems: Int? = nil)
    case object([Property], additional: Bool = false)
    /// An object with names that nobody knows before.
    case dictionary(Schema)
    case nullable(Schema)
    /// One of the named schemas of the document.
    case named(String)
    /// An object of a named schema with more properties.
    case extended(String, [Property])
    case oneOf([Schema])

    /// A name of an object, with what stands behind it.
    struct Property: Sendable {
        let name: String
        let schema: Schema
        let documentation: String
        let isRequired: Bool

        init(_ name: String, _ schema: Schema, _ documentation: String, required: Bool = true) {
            self.name = name
            self.schema = schema
            self.documentation = documentation
            isRequired = required
        }
    }

    static let text = Schema.string()
    /// RFC 3339.
    static let time = Schema.string(format: "date-time")
    static let sha256 = Schema.string(pattern: "^[0-9a-f]{64}$")
    static let count = Schema.integer(0...Int64.max)
    static let texts = Schema.list(.text)

    /// As it stands in the document.
    var value: Value { .record(record) }

    private var record: Record {
        switch self {
        case .string(let format, let minLength, let maxLength, let pattern):
            var record: Record = ["type": "string"]
            if let format { record["format"] = .string(format) }
            if let minLength { record["minLength"] = .integer(Int64(minLength)) }
            if let maxLength { record["maxLength"] = .integer(Int64(maxLength)) }
            if let pattern { record["pattern"] = .string(pattern) }
            return record
        case .choice(let words): return ["type": "string", "enum": .list(words.map(Value.string))]
        case .integer(let range):
            var record: Record = ["type": "integer", "format": "int64"]
            if let range {
                if range.lowerBound > .min { record["minimum"] = .integer(range.lowerBound) }
                if range.upperBound < .max { record["maximum"] = .integer(range.upperBound) }
            }
            return record
        case .number: return ["type": "number"]
        case .boolean: return ["type": "boolean"]
        case .any: return [:]
        case .list(let element, let maxItems):
            var record: Record = ["type": "array", "items": element.value]
            if let maxItems { record["maxItems"] = .integer(Int64(maxItems)) }
            return record
        case .object(let properties, let additional): return Self.object(properties, additional: additional)
        case .dictionary(let element): return ["type": "object", "additionalProperties": element.value]
        case .nullable(let schema):
            if case .any = schema { return [:] }
            return ["anyOf": [schema.value, ["type": "null"]]]
        case .named(let name): return ["$ref": .string("#/components/schemas/\(name)")]
        case .extended(let name, let properties):
            return ["allOf": [Schema.named(name).value, .record(Self.object(properties, additional: true))]]
        case .oneOf(let schemas): return ["oneOf": .list(schemas.map(\.value))]
        }
    }

    private static func object(_ properties: [Property], additional: Bool) -> Record {
        var record: Record = [
            "type": "object",
            "properties": .record(
                Record(
                    uniqueKeys: properties.map { property in
                        var schema = property.schema.record
                        if schema["$ref"] == nil || property.documentation.isEmpty {
                            if !property.documentation.isEmpty {
                                schema["description"] = .string(property.documentation)
                            }
                        } else {
                            // Beside a reference, which 3.1 allows.
                            schema["description"] = .string(property.documentation)
                        }
                        return (property.name, .record(schema))
                    })),
        ]
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { record["required"] = .list(required.map(Value.string)) }
        if !additional { record["additionalProperties"] = false }
        return record
    }
}
