internal import Digests
internal import Pipelines
internal import Platform

extension Scaffold {
    /// Whose workspace it is to be.
    struct Owner: Sendable {
        let id: String
        var name: String?
        var email: String?
    }

    /// A workspace with the shipped pipelines, the folder that one of them watches, their fixtures, the schemas that editors check
    /// files by, and a few schools.
    ///
    /// - Parameters:
    ///   - root: its folder, which need not be there.
    ///   - registry: whose stages the schema describes.
    static func workspace(of owner: Owner, registry: Registry, in root: Path) -> Scaffold {
        func path(_ name: String) -> Path { root == "." ? Path(name) : root.appending(Path(name)) }
        var files: [File] = []
        for file in StarterFile.all {
            if file.path == "examples/schools.yaml" {
                let line = Array((EditorLine.of("schools", below: 0) + "\n").utf8)
                files.append(File(path("schools.yaml"), line + file.content))
            } else {
                files.append(File(path(file.path), file.content))
            }
        }
        files += EditorSchemas.files(registry).map { File(path($0.name.text), $0.content) }
        // The last: where it is, the workspace is whole.
        files.append(File(path(WorkspaceLoader.name.description), definition(of: owner)))
        return Scaffold(files: files, folders: [path("inbox")], isResumable: true)
    }

    private static func definition(of owner: Owner) -> String {
        let fields = [("id", owner.id), ("name", owner.name), ("email", owner.email)].compactMap { name, value in
            value.map { "\(name): \(Value.string($0).json)" }
        }
        return """
            \(EditorLine.of("workspace", below: 0))
            # This file makes the folder a workspace. `compass lint` checks it, `compass help workspace` has all its keys.
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
