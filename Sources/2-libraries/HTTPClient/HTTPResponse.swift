/// What a server answered. A status of 400 or more is an answer, not an error.
public struct HTTPResponse: Sendable, Hashable {
    public let status: Int
    public let headers: HTTPHeaders
    /// As it came; no content coding is asked for, so none is undone.
    public let body: [UInt8]
    /// Whether the server had more to say than the limit and the rest was not read.
    public let isTruncated: Bool

    public init(status: Int, headers: HTTPHeaders, body: [UInt8], isTruncated: Bool = false) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isTruncated = isTruncated
    }
}
