internal import Diagnostics
internal import Pipelines
internal import Platform

/// A stage type as a terminal shows it.
struct StageText {
    let type: StageType

    func render(width: Int?, style: Style) -> String {
        let spec = type.spec
        let lines = min(width ?? 80, 100)
        func paragraph(_ text: String) -> String {
            TextWrapping.wrap(text, width: lines).joined(separator: "\n") + "\n"
        }
        var sections = [style.bold(spec.name) + "\n" + paragraph(spec.summary)]
        sections += spec.discussion.split(separator: "\n\n").map { paragraph(String($0)) }
        sections.append("Effect: \(spec.effect.rawValue)\n")
        sections.append(
            list(
                "Options",
                type.options.map { option in
                    var text = option.doc
                    if let choices = option.choices { text += " One of: \(choices.joined(separator: ", "))." }
                    switch option.standard {
                    case .required: text += " Required."
                    case .value(.null): break
                    case .value(let value): text += " Default: \(Self.literal(value, option.type))."
                    case .expression(let expression): text += " Default: ${{ \(expression) }}."
                    }
                    return ("\(option.name) (\(option.type))", text)
                }, lines, style))
        sections.append(list("Needs", spec.needs.map { ("\($0.name) (\($0.type))", $0.doc) }, lines, style))
        sections.append(list("Gives", spec.allOutputs.map { ("\($0.name) (\($0.type))", $0.doc) }, lines, style))
        for example in spec.examples {
            let yaml = example.yaml.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                "    " + ($0.offset == 0 ? "- " : "  ") + $0.element + "\n"
            }
            sections.append(style.bold("Example:") + " " + example.title + "\n" + yaml.joined())
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// As it would be written in a pipeline.
    private static func literal(_ value: Value, _ type: ValueType) -> String {
        switch (type.nonNull, value) {
        case (.size, .integer(let bytes)): ByteSize(bytes: bytes).description
        case (.duration, .integer(let milliseconds)): TimeSpan(milliseconds: milliseconds).description
        default: value.json
        }
    }

    private func list(_ title: String, _ entries: [(String, String)], _ width: Int, _ style: Style) -> String {
        if entries.isEmpty { return "" }
        return style.bold(title + ":") + "\n"
            + entries.map { name, text in
                let lines = TextWrapping.wrap(text, width: max(20, width - 6)).map { "      \($0)\n" }
                return "  \(name)\n" + lines.joined()
            }.joined()
    }
}
