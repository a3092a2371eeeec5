internal import Documents
public import Platform

/// A stage type's reference, made from what the type declares.
public enum StageReference {
    /// A page of Markdown; `docs/stages/NAME.md` is this text.
    public static func markdown(_ type: StageType) -> String {
        let spec = type.spec
        var blocks = ["# `\(spec.name)`", spec.summary]
        if !spec.discussion.isEmpty { blocks.append(spec.discussion) }
        blocks.append(
            """
            | | |
            |---|---|
            | Effect | \(spec.effect.explanation) |
            | Undo | \(undo(of: type)) |
            | Needs | \(names(spec.needs)) |
            | \(type.origin.isBuiltIn ? "Since" : "Version of the plugin") | \(spec.since) |
            """)
        blocks.append("## Options")
        blocks.append(type.options.isEmpty ? "None." : OptionReference.table(type.options))
        blocks.append("## Outputs")
        blocks.append(spec.allOutputs.isEmpty ? "None." : outputs(spec))
        blocks.append("## Examples")
        for example in spec.examples { blocks.append(markdown(example)) }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func undo(of type: StageType) -> String {
        if type.spec.effect == .none { return "nothing to undo" }
        return type.isUndoable
            ? "undone when a later stage fails, unless the pipeline says `irreversible: true` or another `undo`"
            : "not undone by itself: the pipeline says `undo`, or `irreversible: true`"
    }

    /// The same as data: for programs.
    public static func value(_ type: StageType) -> Value {
        let spec = type.spec
        return [
            "name": .string(spec.name), "summary": .string(spec.summary), "discussion": .string(spec.discussion),
            "effect": .string(spec.effect.rawValue), "since": .string(spec.since),
            "needs": .list(spec.needs.map(value)), "gives": .list(spec.gives.map(value)),
            "outputs": .list(spec.allOutputs.map(value)), "options": .list(type.options.map(OptionReference.value)),
            "examples": .list(spec.examples.map(value)),
        ]
    }

    private static func outputs(_ spec: StageSpec) -> String {
        let facts = Set(spec.gives.map(\.name))
        let rows = spec.allOutputs.map { output in
            let note = facts.contains(output.name) ? " Also `document.\(output.name)`." : ""
            return "| `\(output.name)` | \(output.type) | \(OptionReference.cell(output.doc))\(note) |"
        }
        return (["| output | type | |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    private static func markdown(_ example: StageExample) -> String {
        let lines = example.yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let yaml = lines.enumerated().map { ($0.offset == 0 ? "- " : $0.element.isEmpty ? "" : "  ") + $0.element }
        let result =
            switch example.result {
            case .rejected(let message): "Rejected: \(message)"
            case .failed(let errorClass): "Fails with an error of class `\(errorClass.rawValue)`."
            case .outputs(let outputs) where outputs.isEmpty: "Succeeds."
            case .outputs(let outputs):
                "Gives " + outputs.map { "`\($0.key)`: `\($0.value.json)`" }.joined(separator: ", ") + "."
            }
        return """
            \(example.title)

            ```yaml
            \(yaml.joined(separator: "\n"))
            ```

            \(result)
            """
    }

    private static func names(_ facts: [Fact]) -> String {
        facts.isEmpty ? "nothing" : facts.map { "`\($0.name)`" }.joined(separator: ", ")
    }

    private static func value(_ fact: Fact) -> Value {
        ["name": .string(fact.name), "type": .string(fact.type.description), "description": .string(fact.doc)]
    }

    private static func value(_ example: StageExample) -> Value {
        var record: Record = ["title": .string(example.title), "yaml": .string(example.yaml)]
        switch example.result {
        case .outputs(let outputs): record["outputs"] = .record(outputs)
        case .rejected(let message): record["rejected"] = .string(message)
        case .failed(let errorClass): record["failed"] = .string(errorClass.rawValue)
        }
        return .record(record)
    }
}

extension Effect {
    /// For the reference.
    var explanation: String {
        switch self {
        case .none: "none: it only looks, and may be run again at will"
        case .idempotent: "idempotent: it is keyed so that a repeat is harmless"
        case .transactional: "transactional: it writes the catalog in the transaction that records the stage"
        case .outbox: "outbox: it queues a notification in the transaction that records the stage"
        case .irreversible: "irreversible: it cannot be repeated or undone"
        }
    }
}
