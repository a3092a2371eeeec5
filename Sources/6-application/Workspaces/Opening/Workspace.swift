package import Documents
package import Engine
package import Pipelines
package import Platform

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
