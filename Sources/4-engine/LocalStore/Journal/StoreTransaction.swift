internal import Documents
internal import Pipelines
internal import Platform
internal import SQLite

/// What a transactional stage writes, on the writer's thread.
struct StoreTransaction: StageTransaction {
    let connection: Connection
    let now: Timestamp

    var catalog: any CatalogTransaction { CatalogWriter(connection: connection, now: now) }

    func enqueue(_ notification: Notification) throws {
        try OutboxTable(connection: connection).add(notification)
    }

    func withdraw(_ id: String) throws {
        try OutboxTable(connection: connection).withdraw(id)
    }
}
