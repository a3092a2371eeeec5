import Pipelines
import Platform

@testable import WebServer

/// Says where a JSON value is not what a schema declares, by the rules of JSON Schema 2020-12 and written without the help of
/// what makes the document.
enum SchemaCheck {
    private static let named = Dictionary(uniqueKeysWithValues: Schemas.all.map { ($0.name, $0.schema) })

    /// - Returns: what is wrong, each with its place: "$.documents[0].size is no integer".
    static func problems(_ value: Value, _ schema: Schema, at place: String = "$") -> [String] {
        switch schema {
        case .any: return []
        case .string(_, let minLength, let maxLength, let pattern):
            guard let text = value.string else { return ["\(place) is no string: \(value.json.prefix(80))"] }
            let count = text.unicodeScalars.count
            if count < minLength ?? 0 || count > maxLength ?? .max { return ["\(place) has \(count) characters"] }
            if case .string("date-time", _, _, _) = schema, Timestamp(rfc3339: text) == nil {
                return ["\(place) is no time: \(text)"]
            }
            if pattern == "^[0-9a-f]{64}$" {
                let isDigest = count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
                return isDigest ? [] : ["\(place) is no digest: \(text)"]
            }
            return []
        case .choice(let words):
            return words.contains(value.string ?? "") ? [] : ["\(place) is none of \(words): \(value.json)"]
        case .integer(let range):
            guard let number = value.integer else { return ["\(place) is no integer: \(value.json)"] }
            return range?.contains(number) ?? true ? [] : ["\(place) is out of range: \(number)"]
        case .number: return value.number == nil ? ["\(place) is no number: \(value.json)"] : []
        case .boolean: return value.boolean == nil ? ["\(place) is no boolean: \(value.json)"] : []
        case .list(let element, let maxItems):
            guard let list = value.list else { return ["\(place) is no array: \(value.json.prefix(80))"] }
            if list.count > maxItems ?? .max { return ["\(place) has \(list.count) elements"] }
            return list.enumerated().flatMap { problems($0.element, element, at: "\(place)[\($0.offset)]") }
        case .object(let properties, let additional):
            return object(value, properties, additional: additional, at: place)
        case .dictionary(let element):
            guard let record = value.record else { return ["\(place) is no object: \(value.json.prefix(80))"] }
            return record.flatMap { problems($0.value, element, at: "\(place).\($0.key)") }
        case .nullable(let schema): return value.isNull ? [] : problems(value, schema, at: place)
        case .named("problem"): return problems(value, ProblemAnswer.schema, at: place)
        case .named(let name):
            guard let schema = named[name] else { return ["\(place) has a schema that there is not: \(name)"] }
            return problems(value, schema, at: place)
        case .extended(let name, let properties):
            return problems(value, .named(name), at: place)
                + object(value, properties, additional: true, at: place)
        case .oneOf(let schemas):
            let fitting = schemas.count { problems(value, $0, at: place).isEmpty }
            return fitting == 1 ? [] : ["\(place) fits \(fitting) of \(schemas.count) schemas"]
        }
    }

    private static func object(
        _ value: Value, _ properties: [Schema.Property], additional: Bool, at place: String
    ) -> [String] {
        guard let record = value.record else { return ["\(place) is no object: \(value.json.prefix(80))"] }
        var found: [String] = []
        for property in properties {
            if let value = record[property.name] {
                found += problems(value, property.schema, at: "\(place).\(property.name)")
            } else if property.isRequired {
                found.append("\(place).\(property.name) is missing")
            }
        }
        if !additional {
            for key in record.keys where !properties.contains(where: { $0.name == key }) {
                found.append("\(place).\(key) is not declared")
            }
        }
        return found
    }
}
