internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

/// An open workspace: where its documents, runs and objects are.
struct Workspace: Sendable {
    /// Its folder.
    let root: Path
    let definition: WorkspaceDefinition
    let catalog: any Catalog
    let journal: any Journal
    let outbox: any Outbox
    let leases: any RunLeases
    let retention: any RunRetention
    /// What needs which objects.
    let references: any ObjectReferences
    let quarantine: any Quarantine
    /// What watched folders have taken.
    let ledger: any WatchLedger
    let schedules: any ScheduleStore
    let batches: any BatchJournal
    /// Calls a handler once when the database can be used no more, on a thread that must not be blocked; see
    /// `LocalStore.whenLost`.
    let whenStoreLost: @Sendable (_ handler: @escaping @Sendable (any Error) -> Void) -> Void
    /// Keeps the files of runs that are rejected or fail; nil: nobody does.
    let keeper: (any FileKeeper)?
    let objects: any ObjectStore
    let registry: Registry
    let channels: Channels
    /// Why channels are not available, and which secrets are none, a sentence each.
    let channelProblems: [String]
    let resources: Resources
    let secrets: Secrets

    /// Whose documents commands are about unless told otherwise.
    var owner: String { definition.owner.id }

    /// What pipelines are linted against.
    var lint: LintContext { definition.lintContext }

    /// An engine whose stages run on `pool`.
    func engine(pool: WorkerPool, observe: @escaping @Sendable (RunEvent) -> Void) -> Engine {
        Engine(
            journal: journal, leases: leases, catalog: catalog, keeper: keeper, resources: resources, pool: pool,
            owner: owner, secrets: { [secrets] in secrets[$0] },
            tree: root,
            observe: observe)
    }

    /// Delivers what the outbox holds; channels may block the threads of `pool`.
    func delivery(
        pool: WorkerPool, observe: @escaping @Sendable (DeliveryReport) -> Void = { _ in }
    ) -> OutboxDelivery {
        OutboxDelivery(outbox: outbox, channels: { channels }, pool: pool, observe: observe)
    }
}
