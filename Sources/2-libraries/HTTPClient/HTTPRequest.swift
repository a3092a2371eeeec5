/// What is asked of a server.
///
/// The URL, the header values and the body may be secret, so a description shows none of them.
public struct HTTPRequest: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// A token of RFC 9110, section 9.1, in upper case as a rule: "GET", "POST".
    public var method: String
    /// An absolute http or https URL, percent-encoded where need be. Credentials in it are sent as Basic authentication.
    public var url: String
    /// `Content-Length`, `Transfer-Encoding` and `Connection` are the client's own and refused; without a `Content-Type`
    /// none is sent.
    public var headers: HTTPHeaders
    public var body: [UInt8]

    public init(method: String = "GET", url: String, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Whether a server may see it twice without harm: RFC 9110, section 9.2.2.
    var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method) }

    /// The method alone.
    public var description: String { "\(method) request" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
