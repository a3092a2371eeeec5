internal import Documents
internal import FileType
package import Pipelines
internal import Platform
internal import Programs

/// A workspace of which nothing is changed, not even by opening it: a folder that is not there stays so.
package struct ReadOnlyWorkspace: Sendable {
    /// Whatever would write fails.
    package let workspace: Workspace
    package var duplicates: any DuplicateLookup { workspace.stores.duplicates }

    /// Without a database and objects there are none, and the schools are those of the workspace's file.
    ///
    /// - Throws: as `Workspace.open`.
    package static func open(
        _ folder: WorkspaceFolder, registry: Registry
    ) async throws -> ReadOnlyWorkspace {
        let definition = folder.definition
        let secrets = Secrets(workspace: folder.root)
        let parts = PartFactory(folder: folder, registry: registry, secrets: secrets)
        let place = try parts.objectStore()
        let objects = ReadOnlyObjects(place)
        let stores = try await Stores.openReadOnly(
            folder.database, schools: folder.schools(), objectAddress: place.address)
        let (channels, problems) = parts.channels()
        var resources = Resources()
        resources.provide(objects, as: (any ObjectStore).self)
        resources.provide(FileTypeDetector())
        resources.provide(ProgramScratch(in: nil, variable: Environment.processVariable))
        resources.provide(channels)
        resources.provide(definition.rules)
        resources.provide(LinkAddress(base: definition.server.url))
        resources.provide(LegalDocuments(stores.legal), as: (any ConsentLookup).self)
        let workspace = Workspace(
            root: folder.root, definition: definition, stores: stores, keeper: nil, objects: objects,
            registry: registry, channels: channels, channelProblems: problems, resources: resources, secrets: secrets)
        return ReadOnlyWorkspace(workspace: workspace)
    }
}

extension Workspace {
    /// For those who only look: opens the workspace, and makes none where there is none. Where its database may not be
    /// written, as on a disk that is mounted for reading only or is full, what is there is read, and nothing is made beside it.
    ///
    /// - Parameter mayBeLost: whether a database that was lost while its objects lie there is shown as the empty one that it is.
    /// - Throws: as `Workspace.open`; `ObjectStoreError` of code `unknown` for a lost database.
    package static func openForReading(
        _ folder: WorkspaceFolder, registry: Registry, mayBeLost: Bool = false
    ) async throws -> Workspace {
        let workspace = try await looking(at: folder, registry: registry)
        if !mayBeLost { try await UnknownObjects.refuse(in: workspace) }
        return workspace
    }

    private static func looking(at folder: WorkspaceFolder, registry: Registry) async throws -> Workspace {
        if Stores.mayWrite(folder.database) {
            do {
                return try await open(folder, registry: registry, storing: false, changing: false)
            } catch is PrivateFolderError {
                // Who may not write there may look, and leaves nothing.
            } catch let error as StoreError where error.code == .full {
                // There is no room for what SQLite puts beside the database.
            }
        }
        return try await ReadOnlyWorkspace.open(folder, registry: registry).workspace
    }

    /// For those who erase what cannot be brought back: opens the workspace, also on a full disk, where what was kept in
    /// reserve for that is given free if need be.
    package static func openForErasing(
        _ folder: WorkspaceFolder, registry: Registry
    ) async throws -> Workspace {
        Stores.releaseReserve(of: folder.database)
        return try await open(folder, registry: registry)
    }
}
