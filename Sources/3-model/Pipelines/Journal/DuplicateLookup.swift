/// Looks for documents that were there before.
public protocol DuplicateLookup: Sendable {
    /// The newest run with a deduplication key that goes on, or has succeeded and left something that is still there; nil
    /// when there is none. The same answer that `Journal.start` gives.
    ///
    /// - Parameters:
    ///   - pipeline: of the run that asks.
    ///   - passed: runs that stand for no document any more.
    func duplicate(of key: String, for pipeline: String, passing passed: Set<String>) async throws -> String?
}
