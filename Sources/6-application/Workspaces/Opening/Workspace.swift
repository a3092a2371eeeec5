package import Documents
package import Engine
internal import FileType
package import Pipelines
package import Platform
internal import Programs
package import QuarantineFolder

/// An open workspace: where its documents, runs and objects are.
package struct Workspace: Sendable {
    /// Its folder.
    package let root: Path
    /// What the program keeps for itself, wherever the database and the objects lie.
    package var state: Path { root == "." ? ".compass" : root.appending(".compass") }
    package let definition: WorkspaceDefinition
    /// What its database holds.
    package let stores: Stores
    /// Keeps the files of runs that are rejected or fail; nil: nobody does.
    package let keeper: (any FileKeeper)?
    package let objects: any ObjectStore
    package let registry: Registry
    package let channels: Channels
    /// Why channels are not available, and which secrets are none, a sentence each.
    package let channelProblems: [String]
    package let resources: Resources
    package let secrets: Secrets

    /// Whose documents commands are about unless told otherwise.
    package var owner: String { definition.owner.id }

    package var catalog: any Catalog { stores.catalog }
    package var journal: any Journal { stores.journal }
    package var outbox: any Outbox { stores.outbox }
    package var leases: any RunLeases { stores.leases }
    package var retention: any RunRetention { stores.retention }
    package var references: any ObjectReferences { stores.references }
    package var quarantine: any Quarantine { LocatedQuarantine(entries: stores.quarantine, folder: quarantineFolder) }
    package var ledger: any WatchLedger { stores.ledger }
    package var schedules: any ScheduleStore { stores.schedules }
    package var batches: any BatchJournal { stores.batches }

    /// What pipelines are linted against.
    package var lint: LintContext { definition.lintContext }

    /// An engine whose stages run on `pool`.
    package func engine(pool: WorkerPool, observe: @escaping @Sendable (RunEvent) -> Void) -> Engine {
        Engine(
            journal: journal, leases: leases, catalog: catalog, keeper: keeper, resources: resources, pool: pool,
            owner: owner, secrets: { [secrets] in secrets[$0] },
            tree: root,
            observe: observe)
    }

    /// Delivers what the outbox holds; channels may block the threads of `pool`.
    package func delivery(
        pool: WorkerPool, observe: @escaping @Sendable (DeliveryReport) -> Void = { _ in }
    ) -> OutboxDelivery {
        OutboxDelivery(outbox: outbox, channels: { channels }, pool: pool, observe: observe)
    }
}

extension Workspace {
    /// Where files in quarantine are kept; nothing is made before there is one.
    package var quarantineFolder: QuarantineFolder {
        QuarantineFolder(
            root == "." ? Self.quarantinePath : root.appending(Self.quarantinePath),
            copyUpTo: definition.quarantine.copyUpTo)
    }

    static let quarantinePath: Path = ".compass/quarantine"

    /// Removes what processes that died have left in the quarantine folder.
    @discardableResult
    package func sweepQuarantine() async throws -> Int {
        try await quarantineFolder.removeOrphans { id in
            if let entry = try await quarantine.quarantineEntry(id) { return entry.state == .held }
            return try await journal.run(id)?.run.status == .running
        }
    }
}

extension Workspace {
    /// The same open workspace with what its file says now. Database and object store stay those that are open, whatever
    /// the file says.
    ///
    /// - Parameter registry: the stage types that there are now.
    package func replacing(_ folder: WorkspaceFolder, registry: Registry) -> Workspace {
        let secrets = Secrets(workspace: folder.root)
        let (channels, problems) = PartFactory(folder: folder, registry: registry, secrets: secrets).channels()
        var resources = resources
        resources.provide(channels)
        resources.provide(folder.definition.rules)
        resources.provide(LinkAddress(base: folder.definition.server.url))
        let keeper = keeper.map { _ in
            QuarantineFolder(
                folder.path(Self.quarantinePath), copyUpTo: folder.definition.quarantine.copyUpTo) as any FileKeeper
        }
        return Workspace(
            root: root, definition: folder.definition, stores: stores, keeper: keeper, objects: objects,
            registry: registry, channels: channels, channelProblems: problems, resources: resources, secrets: secrets)
    }

    /// The same open workspace with the stage types that there are now.
    package func replacing(registry: Registry) -> Workspace {
        Workspace(
            root: root, definition: definition, stores: stores, keeper: keeper, objects: objects, registry: registry,
            channels: channels, channelProblems: channelProblems, resources: resources, secrets: secrets)
    }

    /// Takes over what a schools file says, see `open`.
    package func synchronise(_ schools: [School]) async throws {
        try await Self.synchronise(schools, with: catalog)
    }
}

extension Workspace {
    /// Opens the workspace of a folder: its database, its object store and its channels.
    ///
    /// - Parameters:
    ///   - storing: whether objects will be stored or deleted: refused where the store has objects and the catalog no document.
    ///     If not, the store may be away; see `ReadOnlyObjects`.
    ///   - changing: whether anything will be recorded: refused where the store has objects and there is no database.
    /// - Throws: `InvalidFiles` when a file of the workspace is wrong; `StoreError`, `ObjectStoreError`, `SystemError`,
    ///   `PrivateFolderError`.
    package static func open(
        _ folder: WorkspaceFolder, registry: Registry, storing: Bool = true, changing: Bool = true
    ) async throws -> Workspace {
        let definition = folder.definition
        let schools = try folder.schools()
        let secrets = Secrets(workspace: folder.root)
        let parts = PartFactory(folder: folder, registry: registry, secrets: secrets)
        let place = try parts.objectStore()
        // The database may lie elsewhere; quarantine, locks and the socket lie here.
        if storing || Files.exists(folder.state) { try PrivateFolder.prepare(folder.state) }
        if changing { try await UnknownObjects.refuse(beside: folder.database, in: place) }
        let stores = try await Stores.open(folder.database)
        try await synchronise(schools, with: stores.catalog)
        let objects: any ObjectStore =
            storing
            ? try await place.open(isExpected: stores.catalog.statistics(owner: nil).storageBytes > 0)
            : ReadOnlyObjects(place)
        if storing, try await UnknownObjects.exist(in: objects, of: stores) { throw ObjectStoreError.unknown(place) }
        if let address = place.address { try await stores.references.setObjectAddress(address) }
        let (channels, problems) = parts.channels()
        let keeper = QuarantineFolder(
            folder.path(quarantinePath), copyUpTo: definition.quarantine.copyUpTo)
        var resources = Resources()
        resources.provide(objects, as: (any ObjectStore).self)
        resources.provide(FileTypeDetector())
        resources.provide(
            ProgramScratch(in: folder.state.appending("scratch"), variable: Environment.processVariable))
        resources.provide(channels)
        resources.provide(StageSurroundings(root: folder.root, reach: definition.reach))
        resources.provide(definition.rules)
        resources.provide(LinkAddress(base: definition.server.url))
        resources.provide(LegalDocuments(stores.legal), as: (any ConsentLookup).self)
        resources.provide(stores.references, as: (any ObjectReferences).self)
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
        let known = Set(try await catalog.allSchools())
        let changed = schools.filter { !known.contains($0) }
        if !changed.isEmpty { try await catalog.addSchools(changed, replacing: true) }
    }
}
