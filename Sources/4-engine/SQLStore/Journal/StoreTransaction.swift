internal import Documents
internal import Pipelines
internal import SQL

/// What a transactional stage writes, on the database's thread.
struct StoreTransaction: StageTransaction {
    let connection: any SQLConnection
    let writer: CatalogWriter

    var catalog: any CatalogTransaction { writer }

    func enqueue(_ notification: Notification) throws {
        try OutboxTable(connection: connection).add(notification)
    }

    func withdraw(_ id: String) throws {
        try OutboxTable(connection: connection).withdraw(id)
    }
}
