public import HTTPMessages

/// What a client asks for.
public struct HTTPRequest: Sendable {
    /// As it was sent: methods are case-sensitive.
    public let method: String
    /// As it was sent, with its query; of an absolute form ("http://host/path") what follows the host. "*" of `OPTIONS *`.
    public let target: String
    /// The parts of the path between its slashes, percent-decoded: "/a/b%20c" is ["a", "b c"], "/a/" is ["a", ""], "/" and
    /// "*" are []. Requests with bad escapes, controls, parts "." and ".." or an encoded slash never come to a handler.
    public let path: [String]
    /// Names and values of the query in their order, decoded; "+" is a space.
    public let query: [(name: String, value: String)]
    /// As they were sent.
    public let headers: HTTPHeaders
    /// The authority that the request is for: of an absolute form, otherwise of the field Host; nil: it says nothing.
    public let authority: String?
    /// Who has sent it.
    public let peer: HTTPPeer
    /// What is sent with it, which is read once.
    public let body: HTTPBody

    /// The first value of a name in the query.
    public func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
