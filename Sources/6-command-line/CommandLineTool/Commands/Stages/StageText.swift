internal import Pipelines

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
        sections.append(paragraph("Effect: \(spec.effect.rawValue). \(spec.effect.doc)"))
        sections.append(
            list(
                "Options",
                type.options.map { option in
                    var text = option.doc
                    if let choices = option.choices { text += " One of: \(choices.joined(separator: ", "))." }
                    if let standard = option.standardText { text += " Default: \(standard)." }
                    if option.standard == .required { text += " Required." }
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

    private func list(_ title: String, _ entries: [(String, String)], _ width: Int, _ style: Style) -> String {
        if entries.isEmpty { return "" }
        return style.bold(title + ":") + "\n"
            + entries.map { name, text in
                let lines = TextWrapping.wrap(text, width: max(20, width - 6)).map { "      \($0)\n" }
                return "  \(name)\n" + lines.joined()
            }.joined()
    }
}
