package import Accounts
package import Documents
internal import LocalStore
package import Pipelines
internal import Platform

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
    /// Who may, and who did.
    package let accounts: any AccountStore
    /// What is on record about one person, for whoever erases it.
    package let personal: any PersonRecords
    /// Texts that people accept, such as the privacy policy.
    package let legal: any LegalStore
    package let links: any LinkStore
    /// Files that are sent in pieces.
    package let uploads: any UploadStore
    /// Requests to webhooks.
    package let webhooks: any WebhookStore
    /// Finds ids by how they begin.
    package let identifiers: any IdentifierLookup
    /// Calls a handler once when the database can be used no more, at once if that has happened, on a thread that must not be
    /// blocked. All that is asked of the stores fails from then on; the process should say so and end.
    package let whenLost: @Sendable (_ handler: @escaping @Sendable (any Error) -> Void) -> Void
    private let closing: @Sendable () async throws -> Void
    private let copying: @Sendable (_ target: Path) throws -> Void

    /// - Parameters:
    ///   - store: keeps all of it.
    ///   - copying: writes the database into a new file.
    ///   - closing: ends the store.
    init(
        _ store: some Catalog & Journal & DuplicateLookup & Outbox & RunLeases & RunRetention & ObjectReferences
            & Quarantine & WatchLedger & ScheduleStore & BatchJournal & AccountStore & LegalStore
            & LinkStore & UploadStore & WebhookStore & IdentifierLookup & PersonRecords,
        whenLost: @escaping @Sendable (_ handler: @escaping @Sendable (any Error) -> Void) -> Void,
        closing: @escaping @Sendable () async throws -> Void,
        copying: @escaping @Sendable (_ target: Path) throws -> Void
    ) {
        (catalog, journal, duplicates, outbox) = (store, store, store, store)
        (leases, retention, references, quarantine) = (store, store, store, store)
        (ledger, schedules, batches) = (store, store, store)
        (accounts, personal) = (store, store)
        (legal, links, uploads, webhooks, identifiers) = (store, store, store, store, store)
        self.whenLost = whenLost
        self.closing = closing
        self.copying = copying
    }

    /// Writes the database as it is at one moment into a new file, beside those who write, whom it keeps from nothing. Of that
    /// file nothing is synced. Blocks.
    ///
    /// - Parameter target: in a private folder.
    /// - Throws: `StoreError`; `SystemError`.
    func copy(to target: Path) throws { try copying(target) }

    /// Writes what was recorded, and closes the database. Every later call fails, and runs that are not finished are
    /// abandoned: another process may take them over at once. A process that ends need not call it.
    ///
    /// - Throws: `StoreError`; everything is closed all the same.
    package func close() async throws { try await closing() }
}

/// How each kind of database is opened. Whatever else stands on this floor and above knows a database by what `Stores` has.
extension Stores {
    /// Opens a database, creates it where there is none, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - database: its paths start at the working folder, where they are relative.
    ///   - readers: how many reads go on at a time.
    /// - Throws: `StoreError`; of a file also `SystemError` and `PrivateFolderError`.
    package static func open(
        _ database: DatabaseDefinition, readers: Int = 2
    ) async throws -> Stores {
        switch database {
        case .sqlite(let path): Stores(try await LocalStore.open(path, readers: readers), at: path)
        }
    }

    /// Opens a database for reading alone, and changes nothing, not even beside it. Where there is none it is an empty one.
    /// Whatever writes fails with a `StoreError` of code `readOnly`.
    ///
    /// - Parameters:
    ///   - schools: known besides those of the database; one with a known id replaces it.
    ///   - address: what the addresses of objects begin with, in place of what the database says; nil: that.
    /// - Throws: `StoreError`
    package static func openReadOnly(
        _ database: DatabaseDefinition, schools: [School] = [], objectAddress address: String? = nil
    ) async throws -> Stores {
        switch database {
        case .sqlite(let path):
            Stores(
                try await LocalStore.openReadOnly(path, schools: schools, objectAddress: address), at: path)
        }
    }

    /// Carries over into a closed database of one file all that waits beside it. Blocks.
    ///
    /// - Throws: `StoreError`
    static func makeSingleFile(_ database: DatabaseDefinition) throws {
        switch database {
        case .sqlite(let path): try LocalStore.makeSingleFile(path)
        }
    }

    /// Whether there is a database; what it is, `open` tells.
    package static func exists(_ database: DatabaseDefinition) -> Bool {
        switch database {
        case .sqlite(let path): Files.exists(path)
        }
    }

    /// Whether there is a database, and looking at it in the way that also writes would be let to.
    static func mayWrite(_ database: DatabaseDefinition) -> Bool {
        switch database {
        // SQLite needs files beside the database even for reading, unless it is opened as `openReadOnly` does.
        case .sqlite(let path): Files.exists(path) && Files.mayWrite(path) && Files.mayWrite(path.folder)
        }
    }

    /// How many bytes of the disk a database takes, with what is not carried over into it yet; nil: it is not on this disk.
    ///
    /// - Throws: `SystemError`
    static func size(of database: DatabaseDefinition) throws -> Int64? {
        switch database {
        case .sqlite(let path): try LocalStore.size(of: path)
        }
    }

    /// Gives free what was kept in reserve, so that something can be erased although there is no room left.
    static func releaseReserve(of database: DatabaseDefinition) {
        switch database {
        case .sqlite(let path): DiskReserve(database: path).release()
        }
    }

    private init(_ store: LocalStore, at path: Path) {
        self.init(
            store, whenLost: { store.whenLost($0) }, closing: { try await store.close() },
            copying: { try LocalStore.copy(path, to: $0) })
    }
}
