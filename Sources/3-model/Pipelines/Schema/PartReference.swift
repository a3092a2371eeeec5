public import Platform

/// The reference of a channel or an object store, made from what its type declares.
public enum PartReference {
    /// A page of Markdown; `docs/channels/NAME.md` and `docs/stores/NAME.md` are this text.
    public static func markdown<Part>(_ type: PartType<Part>) -> String {
        let spec = type.spec
        var blocks = ["# `\(spec.name)`", spec.summary]
        if !spec.discussion.isEmpty { blocks.append(spec.discussion) }
        if let option = spec.shortOption { blocks.append("`\(spec.name):TEXT` is short for `\(option)`.") }
        blocks.append("Since \(spec.since).")
        blocks.append("## Options")
        blocks.append(type.options.isEmpty ? "None." : OptionReference.table(type.options))
        blocks.append("## Examples")
        for example in spec.examples { blocks += [example.title, "```yaml\n\(example.yaml)\n```"] }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// The same as data: for programs.
    public static func value<Part>(_ type: PartType<Part>) -> Value {
        let spec = type.spec
        let examples = spec.examples.map { example -> Value in
            ["title": .string(example.title), "yaml": .string(example.yaml)]
        }
        return [
            "name": .string(spec.name), "summary": .string(spec.summary), "discussion": .string(spec.discussion),
            "since": .string(spec.since), "options": .list(type.options.map(OptionReference.value)),
            "examples": .list(examples),
        ]
    }
}

/// What references say of the options of a stage, a channel or an object store.
enum OptionReference {
    /// A table of Markdown.
    static func table(_ options: [OptionDescription]) -> String {
        let rows = options.map { option in
            var doc = cell(option.doc)
            if option.rules.acceptsSecret { doc += " May be a secret." }
            return "| `\(option.name)` | \(kind(option)) | \(standard(option)) | \(doc) |"
        }
        return (["| option | type | default | |", "|---|---|---|---|"] + rows).joined(separator: "\n")
    }

    /// What may be written for it: its choices, or its type.
    static func kind(_ option: OptionDescription) -> String {
        option.choices.map { $0.map { "`\($0)`" }.joined(separator: ", ") } ?? option.type.nonNull.description
    }

    private static func standard(_ option: OptionDescription) -> String {
        switch option.standard {
        case .required: "required"
        case .value(.null): ""
        case .value(let value):
            "`\(cell(value.written(as: option.type).text))`"
        case .expression(let text): "`${{ \(cell(text)) }}`"
        }
    }

    /// Safe inside a table.
    static func cell(_ text: String) -> String {
        text.split(separator: "\n").joined(separator: " ").split(separator: "|", omittingEmptySubsequences: false)
            .joined(separator: "\\|")
    }

    /// The same as data.
    static func value(_ option: OptionDescription) -> Value {
        var record: Record = [
            "name": .string(option.name), "type": .string(option.type.description),
            "description": .string(option.doc), "required": .boolean(option.standard == .required),
        ]
        switch option.standard {
        case .required: break
        case .value(let value): record["default"] = value.written(as: option.type)
        case .expression(let text): record["default"] = .string("${{ \(text) }}")
        }
        if let choices = option.choices { record["choices"] = .list(choices.map(Value.string)) }
        if option.rules.acceptsSecret { record["accepts-secret"] = true }
        return .record(record)
    }
}
