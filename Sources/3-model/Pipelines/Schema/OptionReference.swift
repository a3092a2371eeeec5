internal import Platform

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

    private static func kind(_ option: OptionDescription) -> String {
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
