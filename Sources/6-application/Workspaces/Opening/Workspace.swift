package import Documents
package import Engine
package import Pipelines
package import Platform
package import QuarantineFolder

/// An open workspace: where its documents, runs and objects are.
package struct Workspace: Sendable {
    /// Its folder.
    package let root: Path
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
    package var quarantine: any Quarantine { stores.quarantine }
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
