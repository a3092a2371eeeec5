internal import Documents
internal import Pipelines
internal import Platform

/// An open workspace: where its documents, runs and objects are.
struct Workspace: Sendable {
    /// Its folder.
    let root: Path
    /// Whose documents commands are about unless told otherwise.
    let owner: String
    let catalog: any Catalog
    let journal: any Journal
    let objects: any ObjectStore
    let registry: Registry
}
