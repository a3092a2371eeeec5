package import Diagnostics
package import Documents
package import Pipelines
package import Platform
internal import Representations

/// A workspace's folder and what its file says; nothing is opened yet.
package struct WorkspaceFolder: Sendable {
    package let root: Path
    package let definition: WorkspaceDefinition
    /// Warnings of the workspace file.
    package let issues: IssueList
    package let sources: [String: String]

    /// Reads `compass.yaml`, if there is one.
    ///
    /// - Parameter registry: whose channels and object stores the file may declare.
    /// - Throws: `InvalidFiles` when it is wrong, `Problem` when the folder is none.
    package init(_ root: Path, registry: Registry) throws {
        self.root = root
        try WorkspaceSearch.requireFolder(root)
        let path = root == "." ? WorkspaceLoader.name : root.appending(WorkspaceLoader.name)
        guard Files.exists(path) else {
            (definition, issues, sources) = (WorkspaceDefinition(), IssueList(), [:])
            return
        }
        let bytes = try Files.read(path, limit: WorkspaceLoader.limit)
        let (workspace, issues) = WorkspaceLoader.load(bytes, file: path.description, registry: registry)
        let sources = [path.description: String(decoding: bytes, as: UTF8.self)]
        guard let workspace else { throw InvalidFiles(issues: issues, sources: sources) }
        (definition, self.issues, self.sources) = (workspace, issues, sources)
    }

    /// For looking at a workspace whose file is wrong: as if it had none.
    ///
    /// - Parameter root: an existing folder.
    package init(withoutFileIn root: Path) {
        self.root = root
        (definition, issues, sources) = (WorkspaceDefinition(), IssueList(), [:])
    }

    /// What the program keeps for itself, wherever the database and the objects lie.
    package var state: Path { path(".compass") }

    /// The database that the workspace file names.
    package var database: DatabaseDefinition { definition.database.located(in: root) }

    /// A path of the workspace file, relative to this folder.
    package func path(_ path: Path) -> Path {
        root == "." ? path : root.appending(path)
    }

    /// The schools that the workspace's file lists, or those of the file that it names.
    ///
    /// - Throws: `InvalidFiles`, `SystemError`
    package func schools() throws -> [School] {
        let file: Path
        switch definition.schools {
        case .list(let schools): return schools
        case .file(let name): file = path(name)
        }
        let bytes: [UInt8]
        do {
            bytes = try Files.read(file, limit: SchoolsFile.limit(of: file.description))
        } catch {
            throw Problem.invalidRequest(
                "`schools` of compass.yaml names a file that cannot be read: \(SchoolsFile.reason(error, file))")
        }
        let (schools, issues) = SchoolsFile.load(bytes, file: file.description)
        if issues.hasErrors {
            throw InvalidFiles(issues: issues, sources: [file.description: DocumentText.shown(bytes)])
        }
        return schools
    }
}
