package import Platform

/// JSON for people and version control: two spaces a level, a line for each entry.
package enum JSONText {
    package static func indented(_ value: Value) -> String {
        var text = ""
        write(value, margin: "\n", to: &text)
        return text
    }

    private static func write(_ value: Value, margin: String, to text: inout String) {
        let inner = margin + "  "
        switch value {
        case .list(let values) where values.contains { $0.list != nil || $0.record != nil }:
            text += "["
            for (index, value) in values.enumerated() {
                text += (index > 0 ? "," : "") + inner
                write(value, margin: inner, to: &text)
            }
            text += margin + "]"
        case .list(let values):
            text += "[" + values.map(\.json).joined(separator: ", ") + "]"
        case .record(let record) where !record.isEmpty:
            text += "{"
            for (index, entry) in record.entries.enumerated() {
                text += (index > 0 ? "," : "") + inner + Value.string(entry.key).json + ": "
                write(entry.value, margin: inner, to: &text)
            }
            text += margin + "}"
        default:
            text += value.json
        }
    }
}

/// What both faces show as a JSON object, in the one shape that docs/json.md describes.
package protocol JSONRepresentable {
    var record: Record { get }
}

extension Sequence where Element: JSONRepresentable {
    /// As a list of JSON objects.
    package var json: Value { .list(map { .record($0.record) }) }
}

/// Which Compass this is.
package enum Version {
    /// By semantic versioning (https://semver.org).
    package static let current = "0.1.0"
    /// The day on which that version was begun, for pages that bear a date and are made again without a change.
    package static let day = "2026-11-29"
}
