package import Documents
package import Pipelines

/// All that a workspace keeps in its database, whichever database that is.
package struct Stores: Sendable {
    package let catalog: any Catalog
    package let journal: any Journal
    /// Which runs have succeeded with a document before.
    package let duplicates: any DuplicateLookup
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
    /// Calls a handler once when the database can be used no more, at once if that has happened, on a thread that must not be
    /// blocked. All that is asked of the stores fails from then on; the process should say so and end.
    package let whenLost: @Sendable (_ handler: @escaping @Sendable (any Error) -> Void) -> Void
    private let closing: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - store: keeps all of it.
    ///   - closing: ends the store.
    init(
        _ store: some Catalog & Journal & DuplicateLookup & Outbox & RunLeases & RunRetention & ObjectReferences
            & Quarantine & WatchLedger & ScheduleStore & BatchJournal,
        whenLost: @escaping @Sendable (_ handler: @escaping @Sendable (any Error) -> Void) -> Void,
        closing: @escaping @Sendable () async throws -> Void
    ) {
        (catalog, journal, duplicates, outbox) = (store, store, store, store)
        (leases, retention, references, quarantine) = (store, store, store, store)
        (ledger, schedules, batches) = (store, store, store)
        self.whenLost = whenLost
        self.closing = closing
    }

    /// Writes what was recorded, and closes the database. Every later call fails, and runs that are not finished are
    /// abandoned: another process may take them over at once. A process that ends need not call it.
    ///
    /// - Throws: `StoreError`; everything is closed all the same.
    package func close() async throws { try await closing() }
}
