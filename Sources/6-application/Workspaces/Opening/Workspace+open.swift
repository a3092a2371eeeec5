internal import Channels
package import Documents
internal import FileType
internal import HTTPClient
package import Pipelines
internal import Platform
internal import QuarantineFolder

extension Workspace {
    /// Opens the workspace of a folder: its database, its object store and its channels.
    ///
    /// - Parameter storing: whether objects will be stored or deleted. If not, the store may be away; see `ReadOnlyObjects`.
    /// - Throws: `InvalidFiles` when a file of the workspace is wrong; `StoreError`, `ObjectStoreError`, `SystemError`,
    ///   `PrivateFolderError`.
    package static func open(_ folder: WorkspaceFolder, registry: Registry, storing: Bool = true) async throws
        -> Workspace
    {
        let definition = folder.definition
        let schools = try folder.schools()
        // The database may lie elsewhere; quarantine, locks and the socket lie here.
        if storing || Files.exists(folder.state) { try PrivateFolder.prepare(folder.state) }
        let stores = try await Stores.open(folder.database)
        try await synchronise(schools, with: stores.catalog)
        let root = folder.path(definition.storage)
        let objects: any ObjectStore =
            storing
            ? try await FolderStorage.open(root, for: stores.catalog) : FolderStorage.openForReading(root)
        let secrets = Secrets(workspace: folder.root)
        let (channels, problems) = ChannelFactory(folder: folder, secrets: secrets).channels()
        let keeper = QuarantineFolder(
            folder.path(quarantinePath), copyUpTo: definition.quarantine.copyUpTo)
        var resources = Resources()
        resources.provide(objects, as: (any ObjectStore).self)
        resources.provide(FileTypeDetector())
        resources.provide(channels)
        resources.provide(definition.rules)
        return Workspace(
            root: folder.root, definition: definition, stores: stores, keeper: keeper, objects: objects,
            registry: registry, channels: channels, channelProblems: problems + secrets.exposed().map(Self.warning),
            resources: resources, secrets: secrets)
    }

    private static func warning(_ exposure: Secrets.Exposure) -> String {
        "\(exposure.path) may be read by others; `chmod 600 \(exposure.path)` keeps it a secret"
    }

    /// The file's schools are added, and take the names that it gives them; others that were added by request stay.
    package static func synchronise(_ schools: [School], with catalog: any Catalog) async throws {
        guard !schools.isEmpty else { return }
        var known: Set<School> = []
        var cursor: String?
        repeat {
            let page = try await catalog.schools(limit: 10_000, after: cursor)
            known.formUnion(page.items)
            cursor = page.next
        } while cursor != nil
        let changed = schools.filter { !known.contains($0) }
        if !changed.isEmpty { try await catalog.addSchools(changed, replacing: true) }
    }
}
