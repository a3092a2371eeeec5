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
