/// What many changes of a transaction leave to do together at its end, where that costs less than doing it with each; see
/// `SQLConnection.deferred`.
public protocol DeferredWork: AnyObject {
    /// Does it, in the transaction. Called at most once; what it throws fails the transaction.
    func perform(on connection: any SQLConnection) throws
}
