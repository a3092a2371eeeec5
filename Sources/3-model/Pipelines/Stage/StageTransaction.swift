public import Documents

/// What a transactional stage may write. Not valid after the body that got it has returned.
public protocol StageTransaction {
    /// Documents, versions, shares.
    var catalog: any CatalogTransaction { get }

    /// Queues a notification; it is delivered after the run has ended, and only then.
    func enqueue(_ notification: Notification) throws

    /// Takes a notification back that has not been delivered; does nothing when there is none with that id.
    func withdraw(_ id: String) throws
}
