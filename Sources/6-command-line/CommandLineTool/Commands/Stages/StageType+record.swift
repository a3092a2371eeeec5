internal import Pipelines
internal import Platform

extension StageType {
    /// As `--format json` prints it.
    var record: Record {
        [
            "name": .string(spec.name), "summary": .string(spec.summary), "discussion": .string(spec.discussion),
            "effect": .string(spec.effect.rawValue), "since": .string(spec.since),
            "needs": .list(spec.needs.map { .record($0.record) }),
            "gives": .list(spec.gives.map { .record($0.record) }),
            "outputs": .list(spec.outputs.map { .record($0.record) }),
            "options": .list(options.map { .record($0.record) }),
            "examples": .list(
                spec.examples.map { ["title": .string($0.title), "yaml": .string($0.yaml)] }),
        ]
    }
}

extension Fact {
    /// As `--format json` prints it.
    var record: Record {
        ["name": .string(name), "type": .string(type.description), "doc": .string(doc)]
    }
}

extension OptionDescription {
    /// As `--format json` prints it. Without a default the option is required.
    var record: Record {
        var record: Record = [
            "name": .string(name), "type": .string(type.description), "doc": .string(doc),
            "required": .boolean(standard == .required), "accepts-secret": .boolean(acceptsSecret),
        ]
        if let choices { record["choices"] = .list(choices.map { .string($0) }) }
        switch standard {
        case .required: break
        case .value(let value): record["default"] = value
        case .expression(let text): record["default"] = .string("${{ \(text) }}")
        }
        return record
    }

    /// For people: "required", "100MB", "`${{ document.stem }}`"; nil when there is no default to speak of.
    var standardText: String? {
        switch standard {
        case .required: return nil
        case .value(.null): return nil
        case .value(let value):
            if type == .size || type == .optional(.size), let bytes = value.integer { return Self.sizeLiteral(bytes) }
            if type == .duration || type == .optional(.duration), let milliseconds = value.integer {
                return Self.durationLiteral(milliseconds)
            }
            return value.json
        case .expression(let text): return "${{ \(text) }}"
        }
    }

    /// In the largest unit that divides it, so that it can be copied into a pipeline.
    private static func sizeLiteral(_ bytes: Int64) -> String {
        let units: [(Int64, String)] = [
            (1 << 30, "GiB"), (1_000_000_000, "GB"), (1 << 20, "MiB"), (1_000_000, "MB"), (1 << 10, "KiB"),
            (1_000, "kB"),
        ]
        for (unit, name) in units where bytes > 0 && bytes % unit == 0 { return "\(bytes / unit)\(name)" }
        return "\(bytes)B"
    }

    private static func durationLiteral(_ milliseconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s")]
        for (unit, name) in units where milliseconds > 0 && milliseconds % unit == 0 {
            return "\(milliseconds / unit)\(name)"
        }
        return "\(milliseconds)ms"
    }
}
