public import Documents
public import Pipelines
public import SQL
// Its extensions are methods of LocalStore, so whoever has one can call them.
@_exported public import SQLStore

/// What `SQLDatabase` makes of a database; the list of documents is SQLite's own.
extension LocalStore: Catalog, ObjectReferences {}
extension LocalStore: Journal, DuplicateLookup, RunLeases, RunRetention {}
extension LocalStore: Outbox, Quarantine, WatchLedger, ScheduleStore, BatchJournal {}

extension LocalStore {
    public func listing(_ connection: any SQLConnection) -> any ListingWriter { ListingTable(connection: connection) }
}
