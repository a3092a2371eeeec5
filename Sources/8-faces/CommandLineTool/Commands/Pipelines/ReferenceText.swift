internal import Diagnostics
internal import Pipelines
internal import Platform

/// What the references of stages, channels and object stores have in common, as a terminal shows it.
enum ReferenceText {
    static func head(_ name: String, _ summary: String, _ discussion: String, _ width: Int, _ style: Style) -> [String]
    {
        func paragraph(_ text: String) -> String {
            TextWrapping.wrap(text, width: width).joined(separator: "\n") + "\n"
        }
        return [style.bold(name) + "\n" + paragraph(summary)]
            + discussion.split(separator: "\n\n").map { paragraph(String($0)) }
    }

    static func options(_ options: [OptionDescription], _ width: Int, _ style: Style) -> String {
        let entries = options.map { option in
            var text = option.doc
            if let choices = option.choices { text += " One of: \(choices.joined(separator: ", "))." }
            switch option.standard {
            case .required: text += " Required."
            case .value(.null): break
            case .value(let value): text += " Default: \(literal(value, option.type))."
            case .expression(let expression): text += " Default: ${{ \(expression) }}."
            }
            return ("\(option.name) (\(option.type))", text)
        }
        return list("Options", entries, width, style)
    }

    /// As it would be written in a file.
    private static func literal(_ value: Value, _ type: ValueType) -> String {
        switch (type.nonNull, value) {
        case (.size, .integer(let bytes)): ByteSize(bytes: bytes).description
        case (.duration, .integer(let milliseconds)): TimeSpan(milliseconds: milliseconds).description
        default: value.json
        }
    }

    /// Names with their explanations.
    static func list(_ title: String, _ entries: [(String, String)], _ width: Int, _ style: Style) -> String {
        if entries.isEmpty { return "" }
        return style.bold(title + ":") + "\n"
            + entries.map { name, text in
                let lines = TextWrapping.wrap(text, width: max(20, width - 6)).map { "      \($0)\n" }
                return "  \(name)\n" + lines.joined()
            }.joined()
    }
}
