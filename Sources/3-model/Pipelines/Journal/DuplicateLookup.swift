/// Looks for documents that were there before.
public protocol DuplicateLookup: Sendable {
    /// The newest run with a deduplication key that goes on, or has succeeded and left something that is still there; nil
    /// when there is none. The same answer that `Journal.start` gives.
    ///
    /// - Parameter pipeline: of the run that asks.
    func duplicate(of key: String, for pipeline: String) async throws -> String?
}
