package import Documents
package import Engine
package import Pipelines
package import Platform

/// An open workspace: where its documents, runs and objects are.
package struct Workspace: Sendable {
    /// Its folder.
    package let root: Path
    package let definition: WorkspaceDefinition
    package let catalog: any Catalog
    package let journal: any Journal
    package let outbox: any Outbox
    package let leases: any RunLeases
    package let retention: any RunRetention
    /// What needs which objects.
    package let references: any ObjectReferences
    package let quarantine: any Quarantine
    /// What watched folders have taken.
    package let ledger: any WatchLedger
    package let schedules: any ScheduleStore
    package let batches: any BatchJournal
    /// Calls a handler once when the database can be used no more, on a thread that must not be blocked; see
    /// `LocalStore.whenLost`.
    package let whenStoreLost: @Sendable (_ handler: @escaping @Sendable (any Error) -> Void) -> Void
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
