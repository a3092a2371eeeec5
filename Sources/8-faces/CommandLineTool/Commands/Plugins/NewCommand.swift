internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass new …`
enum NewCommand {
    static let command = Command(
        group: "new", "Begin a plugin, a pipeline or a stage, with comments and a test",
        discussion: """
            Nothing that is there is ever overwritten, but for the schemas in `schema/`, by which editors know what is new. A \
            plugin may be begun in any folder, a pipeline in a workspace, which `compass init` makes, and a stage in the sources \
            of Compass.
            """, [plugin, pipeline, stage])

    private static let name = Positional<String>.required("NAME", .word, "Its name: small letters, digits and `-`.")
    private static let language = CommandOption<Scaffold.Language>.value(
        "language", "LANGUAGE", .choice, "What its program is written in.", standard: .python, shown: "python")
    private static let uses = CommandOption<String?>.optional(
        "plugin", "NAME", .word(completedBy: .plugins), "Have a stage of that plugin in it.")

    private static let plugin = Command(
        "plugin", "Begin a plugin: a stage in any language",
        discussion: """
            Writes `plugins/NAME/` into the workspace, or into the current folder where that lies in none: the manifest with \
            examples, which are its tests, the program, and a document for them.
            """,
        examples: ["new plugin min-words", "new plugin min-words --language bash"], options: [language.spec],
        positionals: [name.spec]
    ) { context in
        let (name, language) = (context[name], context[language])
        if let type = try context.registry()[name] {
            throw context.usageError("there is a stage type `\(type.spec.name)` already")
        }
        let folder = try context.workspaceFolder
        let scaffold = try Scaffold.plugin(name, language, registry: context.registry(), in: folder)
        // Whoever writes a plugin for others needs no workspace, but what uses it lies in one.
        let making = WorkspaceSearch.isWorkspace(folder) ? [] : ["compass init"]
        var next = ["compass plugins check \(name)"] + making + ["compass new pipeline my-pipeline --plugin \(name)"]
        if language == .swift, let folder = scaffold.files.first?.path.folder { next.insert("\(folder)/build", at: 0) }
        return try await write(scaffold, next: next, of: folder, context)
    }

    private static let pipeline = Command(
        "pipeline", "Begin a pipeline of the workspace",
        discussion:
            "Writes `pipelines/NAME.yaml`, with test cases, and a document for them into `pipelines/fixtures/`.",
        examples: ["new pipeline newsletters --plugin min-words"],
        options: [uses.spec],
        positionals: [name.spec]
    ) { context in
        let (name, root) = (context[name], try context.existingWorkspace())
        let registry = try context.registry()
        if let plugin = context[uses], registry[plugin] == nil {
            let names = registry.all.filter { !$0.origin.isBuiltIn }.map(\.spec.name)
            throw context.usageError(
                "there is no plugin `\(Printable.text(plugin))`"
                    + (Spelling.hint(for: plugin, in: names).map { "; \($0)" } ?? ""))
        }
        let scaffold = try Scaffold.pipeline(name, plugin: context[uses], registry: registry, in: root)
        return try await write(scaffold, next: ["compass lint \(name)", "compass test \(name)"], of: root, context)
    }

    private static let stage = Command(
        "stage", "Begin a stage that is built into Compass",
        discussion:
            "Writes `plugins/NAME/` and a test into the sources of Compass, in whose folder it has to be called.",
        examples: ["new stage name-rule"], positionals: [name.spec]
    ) { context in
        let scaffold = try Scaffold.stage(context[name], in: context.workspaceFolder)
        return try await write(scaffold, next: ["swift build", "compass stages \(context[name])"], context)
    }

    /// - Parameter root: the folder whose editors are to know what is new, if it is a workspace; nil: none.
    private static func write(
        _ scaffold: Scaffold, next: [String], of root: Path? = nil, _ context: CommandContext
    ) async throws -> ExitCode {
        try scaffold.write()
        for file in scaffold.files { try context.streams.print(file.path.description) }
        if let root, WorkspaceSearch.isWorkspace(root) {
            try EditorSchemas.refresh(context.registry(ofWorkspace: root), in: root, context.streams)
        }
        context.streams.note("Next: " + next.joined(separator: "    "))
        return .success
    }
}
