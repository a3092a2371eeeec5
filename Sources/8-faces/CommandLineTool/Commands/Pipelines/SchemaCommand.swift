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
