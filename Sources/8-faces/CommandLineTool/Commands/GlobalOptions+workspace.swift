internal import Pipelines
internal import Platform
internal import Workspaces

extension GlobalOptions {
    /// The folder that is the workspace: the one that is named, or `COMPASS_WORKSPACE` names, whatever they are; the
    /// workspace that the current folder lies in; the current folder.
    ///
    /// - Throws: `Problem` when the workspace that was found belongs to another user.
    static func workspaceFolder(
        named: Path?, variable: (String) -> String? = Environment.processVariable
    ) throws -> Path {
        if let named { return named }
        if let name = variable("COMPASS_WORKSPACE"), !name.isEmpty { return Path(name) }
        return try WorkspaceSearch.nearest(to: ".") ?? "."
    }
}
