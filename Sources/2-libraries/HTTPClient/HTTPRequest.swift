public import HTTPMessages
internal import Platform

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
    /// Empty: it has none.
    public var body: [UInt8]

    /// See the properties for what they may be; nothing is looked at before the request is sent.
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
    /// As `description`: neither URL nor body reach debuggers.
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a server answered. A status of 400 or more is an answer, not an error.
public struct HTTPResponse: Sendable, Hashable {
    /// Three digits, as the server sent them.
    public let status: Int
    /// Its header fields.
    public let headers: HTTPHeaders
    /// As it came; no content coding is asked for, so none is undone.
    public let body: [UInt8]
    /// Whether the server had more to say than the limit and the rest was not read.
    public let isTruncated: Bool

    /// An answer that came, or in tests one that might have come.
    public init(status: Int, headers: HTTPHeaders, body: [UInt8], isTruncated: Bool = false) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isTruncated = isTruncated
    }
}

/// How long and how much one request may take, and where it may go.
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
    /// What becomes of a body that has more.
    public var overflow: Overflow = .fail
    /// How many redirects are followed; 0 gives the redirect itself as the answer. Header fields of the request go along to
    /// another host, except `Authorization` and `Cookie`.
    public var maxRedirects = 0
    /// Which addresses it may connect to, a proxy's and those of redirects included; `HTTPError` of kind `forbidden` where that
    /// is none of the host's. What a proxy connects to is not known here.
    public var reach = NetworkReach.everywhere

    /// The usual limits.
    public init() {}
}

extension HTTPRequest {
    /// Refuses what would let a value break out of its line or contradict the framing that the client chooses.
    ///
    /// - Throws: `HTTPError` of kind `badRequest`; it names fields, never values.
    func validate() throws(HTTPError) {
        if !HTTPHeaders.isName(method) {
            throw HTTPError(.badRequest, reason: "the method is not a token of RFC 9110.")
        }
        for field in headers.fields {
            let name = Printable.text(field.name)
            if !HTTPHeaders.isName(field.name) {
                throw HTTPError(
                    .badRequest, reason: "the header name `\(name)` has characters that no header name may have.")
            }
            if HTTPHeaders.isReserved(field.name) {
                throw HTTPError(.badRequest, reason: "the header `\(name)` is set by the client itself.")
            }
            if !HTTPHeaders.isValue(field.value) {
                throw HTTPError(
                    .badRequest, reason: "the value of the header `\(name)` has a line break or a control character.")
            }
        }
    }
}
