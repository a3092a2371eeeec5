package import Documents
internal import Pipelines
internal import Platform
internal import QuarantineFolder

extension Workspace {
    /// The same open workspace with what its file says now. Database and object store stay those that are open, whatever
    /// the file says.
    package func replacing(_ folder: WorkspaceFolder) -> Workspace {
        let secrets = Secrets(workspace: folder.root)
        let (channels, problems) = PartFactory(folder: folder, registry: registry, secrets: secrets).channels()
        var resources = resources
        resources.provide(channels)
        resources.provide(folder.definition.rules)
        let keeper = keeper.map { _ in
            QuarantineFolder(
                folder.path(Self.quarantinePath), copyUpTo: folder.definition.quarantine.copyUpTo) as any FileKeeper
        }
        return Workspace(
            root: root, definition: folder.definition, stores: stores, keeper: keeper, objects: objects,
            registry: registry, channels: channels, channelProblems: problems, resources: resources, secrets: secrets)
    }

    /// Takes over what a schools file says, see `open`.
    package func synchronise(_ schools: [School]) async throws {
        try await Self.synchronise(schools, with: catalog)
    }
}
