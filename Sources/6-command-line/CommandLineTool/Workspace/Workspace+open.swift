internal import Pipelines
internal import Platform

extension Workspace {
    /// Opens the workspace of a folder.
    static func open(_ root: Path, registry: Registry) async throws -> Workspace {
        throw UsageError("\(root) cannot be opened: this build has no store")
    }
}
