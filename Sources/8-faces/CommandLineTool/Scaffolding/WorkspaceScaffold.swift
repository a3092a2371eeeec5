internal import Digests
internal import Pipelines
internal import Platform
internal import Representations

extension Scaffold {
    /// Whose workspace it is to be.
    struct Owner: Sendable {
        let id: String
        var name: String?
        var email: String?
    }

    /// A workspace with the shipped pipelines, their fixtures, the schema that editors check them by, and a few schools.
    ///
    /// - Parameters:
    ///   - root: its folder, which need not be there.
    ///   - registry: whose stages the schema describes.
    static func workspace(of owner: Owner, registry: Registry, in root: Path) -> Scaffold {
        func path(_ name: String) -> Path { root == "." ? Path(name) : root.appending(Path(name)) }
        var files = [File(path(WorkspaceLoader.name.description), definition(of: owner))]
        for file in StarterFile.all {
            let name = file.path == "examples/schools.yaml" ? "schools.yaml" : file.path
            files.append(File(path(name), file.content))
        }
        let schema = JSONText.indented(PipelineSchema.make(registry)) + "\n"
        files.append(File(path("schema/pipeline.schema.json"), schema))
        return Scaffold(files: files)
    }

    private static func definition(of owner: Owner) -> String {
        let fields = [("id", owner.id), ("name", owner.name), ("email", owner.email)].compactMap { name, value in
            value.map { "\(name): \(Value.string($0).json)" }
        }
        return """
            # This file makes the folder a workspace. `compass lint` checks it, `compass doctor` looks at what it leads to.
            version: 1

            # Whose documents these are, unless a run or the place of a file says otherwise.
            owner: { \(fields.joined(separator: ", ")) }

            # The schools that documents can be shared with: put your own in the place of the examples.
            schools: schools.yaml

            """
    }
}

extension StarterFile {
    /// As it lies in the project. What cannot be decoded was not built, which a test would show.
    var content: [UInt8] {
        guard let bytes = Base64.decode("\(base64)") else { preconditionFailure("\(path) was not bundled well") }
        return bytes
    }
}
