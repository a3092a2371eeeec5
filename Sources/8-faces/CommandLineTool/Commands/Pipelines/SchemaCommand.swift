internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass schema`
enum SchemaCommand {
    /// What there is a schema of.
    enum Subject: String, CaseIterable, Sendable {
        case pipeline
        case workspace
        case schools
        case plugin
        case pluginRequest = "plugin-request"
        case pluginAnswer = "plugin-answer"
    }

    private static let subject = CommandOption<Subject>.value(
        "of", "WHAT", .choice,
        "Of pipeline files, of `compass.yaml`, of a file of schools, of `plugin.yaml`, or of a line that a plugin reads or writes.",
        standard: .pipeline, shown: "pipeline")

    static let command = Command(
        "schema", "Print the JSON Schema of pipeline files and of others, for editors",
        discussion: """
            Made from the registered stage types, those of plugins included. Editors with the YAML language server take it \
            from the first line of a pipeline:

              # yaml-language-server: $schema=../schema/pipeline.schema.json

            `compass lint --schema` writes the schemas of a workspace to where such lines look for them.
            """, examples: ["schema", "schema --of workspace"], options: [subject.spec]
    ) { context in
        let schema =
            switch context[subject] {
            case .pipeline: PipelineSchema.make(try context.registry())
            case .workspace: WorkspaceSchema.make(try context.registry())
            case .schools: WorkspaceSchema.ofSchools()
            case .plugin: PluginSchema.plugin.value
            case .pluginRequest: PluginSchema.pluginRequest.value
            case .pluginAnswer: PluginSchema.pluginAnswer.value
            }
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
