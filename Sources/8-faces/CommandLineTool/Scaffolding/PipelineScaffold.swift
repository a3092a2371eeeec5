internal import Pipelines
internal import Platform
internal import Representations

extension Scaffold {
    /// A pipeline with its tests and a document for them.
    ///
    /// - Parameters:
    ///   - plugin: a plugin whose stage the pipeline has; nil: none.
    ///   - registry: whose stages an editor is told of, where it has not been.
    ///   - root: the workspace's folder.
    /// - Throws: `Problem` when the name cannot be one.
    static func pipeline(_ name: String, plugin: String?, registry: Registry, in root: Path) throws -> Scaffold {
        try check(name)
        if let plugin { try check(plugin) }
        let folder: Path = root == "." ? "pipelines" : root.appending("pipelines")
        let stage =
            plugin.map { "  # A plugin of the workspace: compass plugins show \($0)\n  - uses: \($0)\n" } ?? ""
        let text = """
            \(EditorLine.of("pipeline", below: 1))
            # Check it: compass lint \(name)    Test it: compass test \(name)    Run it: compass run \(name) FILE
            version: 1
            name: \(name)
            description: Stores a document, makes it a version, shares it and announces it.

            inputs:
              type: { type: document-type, default: stats_sheet }
              title:
                type: string
                default: "${{ document.stem }}"
                description: A document with the same title becomes its next version.
              schools:
                type: list
                of: string
                default: []
                description: Ids of the schools that may view it.

            # A network or a disk that fails is tried again; a document that is wrong is not.
            defaults:
              timeout: 2m
              retry: { max-attempts: 5, initial: 1s, factor: 2, max: 1m, jitter: full }

            stages:
              - uses: detect-mime
              - uses: validate-extension
              - uses: size-check
            \(stage)  - uses: upload
              - uses: create-version
                with: { title: "${{ inputs.title }}" }
              - uses: share
                if: length(inputs.schools) > 0
                with: { schools: "${{ inputs.schools }}" }

            tests:
              - name: a good file becomes version 1
                given: { file: fixtures/\(name).csv, inputs: { title: First } }
                expect:
                  status: succeeded
                  document: { version: 1, title: First }
                  not-called: [share]

              - name: a catalog that stays broken undoes the upload
                given: { file: fixtures/\(name).csv }
                mocks: { create-version: { error: storage } }
                expect: { status: failed, failed-stage: create-version, undone: [upload] }

            """
        return Scaffold(
            files: [
                File(folder.appending(Path("\(name).yaml")), text),
                File(folder.appending(Path("fixtures/\(name).csv")), "game,points\nNovember 3,21\nNovember 10,17\n"),
            ] + missingSchemas(registry, in: root))
    }
    /// The schemas that the first lines of new files name, as far as they are not there.
    static func missingSchemas(_ registry: Registry, in root: Path) -> [File] {
        EditorSchemas.files(registry).map { File(root == "." ? $0.name : root.appending($0.name), $0.content) }
            .filter { !Files.exists($0.path) }
    }
}
