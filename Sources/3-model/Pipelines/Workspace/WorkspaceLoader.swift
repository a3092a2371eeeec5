public import Diagnostics
internal import Documents
internal import Glibc
public import Platform
internal import YAMLTree

/// Reads workspace files.
public enum WorkspaceLoader {
    /// The file's name in the workspace.
    public static let name: Path = "compass.yaml"
    /// No workspace file is larger, in bytes.
    public static let limit = 1_048_576

    /// Reads a workspace file and checks all of it: a mistake does not hide the ones after it.
    ///
    /// - Parameters:
    ///   - file: what messages call it.
    ///   - registry: whose channels and object stores it may declare.
    /// - Returns: the definition, nil when there are errors; and all issues.
    public static func load(_ bytes: [UInt8], file: String, registry: Registry) -> (
        workspace: WorkspaceDefinition?, issues: IssueList
    ) {
        var issues = IssueList()
        guard let root = YAMLRoot.parse(bytes, file: file, allowingEmpty: true, issues: &issues) else {
            return (issues.hasErrors ? nil : WorkspaceDefinition(), issues)
        }
        var reader = WorkspaceReader(registry, issues: issues)
        reader.read(root)
        return (reader.issues.hasErrors ? nil : reader.workspace, reader.issues)
    }
}
