/// How long and how much one request may take.
public struct HTTPLimits: Sendable, Hashable {
    /// What becomes of an answer that is too large.
    public enum Overflow: Sendable, Hashable {
        /// An `HTTPError` of kind `tooLarge`.
        case fail
        /// What fits, marked as truncated; the connection is closed. For answers of which only the status counts.
        case truncate
    }

    /// From the beginning of the request to the end of the answer, following redirects included, and waiting for a free
    /// connection not.
    public var timeout: Duration = .seconds(30)
    /// For name resolution, connection and TLS together.
    public var connectTimeout: Duration = .seconds(10)
    /// Of the answer's body.
    public var maxResponseBytes = 1 << 20
    public var overflow: Overflow = .fail
    /// How many redirects are followed; 0 gives the redirect itself as the answer. Header fields of the request go along to
    /// another host, except `Authorization` and `Cookie`.
    public var maxRedirects = 0

    public init() {}
}
