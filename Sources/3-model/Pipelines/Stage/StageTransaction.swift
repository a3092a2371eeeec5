public import Documents

/// What a transactional stage may write. Not valid after the body that got it has returned.
public protocol StageTransaction {
    /// Documents, versions, shares.
    var catalog: any CatalogTransaction { get }

    /// Queues a notification; it is delivered after the transaction has committed, and only then.
    func enqueue(_ notification: Notification) throws
}
