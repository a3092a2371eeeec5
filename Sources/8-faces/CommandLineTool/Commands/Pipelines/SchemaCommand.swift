internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass schema`
enum SchemaCommand {
    static let command = Command(
        "schema", "Print the JSON Schema of pipeline files, for editors",
        discussion: """
            Made from the registered stage types, those of plugins included. Editors with the YAML language server take it \
            from the first line of a pipeline:

              # yaml-language-server: $schema=../schema/pipeline.schema.json
            """
    ) { context in
        let schema = PipelineSchema.make(try context.registry())
        try context.streams.write(JSONText.indented(schema) + "\n")
        return .success
    }
}

/// A stage type as a terminal shows it.
struct StageText {
    let type: StageType

    func render(width: Int?, style: Style) -> String {
        let spec = type.spec
        let lines = min(width ?? 80, 100)
        var sections = ReferenceText.head(spec.name, spec.summary, spec.discussion, lines, style)
        sections.append("Effect: \(spec.effect.rawValue)\n")
        sections.append(ReferenceText.options(type.options, lines, style))
        sections.append(
            ReferenceText.list("Needs", spec.needs.map { ("\($0.name) (\($0.type))", $0.doc) }, lines, style))
        sections.append(
            ReferenceText.list("Gives", spec.allOutputs.map { ("\($0.name) (\($0.type))", $0.doc) }, lines, style))
        for example in spec.examples {
            let yaml = example.yaml.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                "    " + ($0.offset == 0 ? "- " : "  ") + $0.element + "\n"
            }
            sections.append(style.bold("Example:") + " " + example.title + "\n" + yaml.joined())
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
