internal import CCurl

/// Why there is no answer.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No connection, or one that broke.
        case network
        case timeout
        /// No connection that could be trusted.
        case tls
        /// An answer above the limit.
        case tooLarge = "too-large"
        case badURL = "bad-url"
        /// An address that it may not reach; nothing was sent.
        case forbidden
        /// A request that must not be sent.
        case badRequest = "bad-request"
        /// Something that is no HTTP answer, or one redirect too many.
        case badResponse = "bad-response"
        case cancelled
        /// The file that the answer goes to cannot be written.
        case disk
        /// libcurl is missing or unfit.
        case unavailable
    }

    /// What went wrong, for those who decide by it.
    public let kind: Kind
    /// libcurl's code; nil when it had no part in the failure.
    public let code: CurlCode?
    /// Scheme, host and port of the URL, "https://hooks.example.org/…". Credentials, path and query are left out: the
    /// path of a webhook is often its secret. nil when the URL could not be read.
    public let url: String?
    /// Whether the request had begun, so that the server may have it; false while it waited for a free connection.
    public let hasBegun: Bool
    /// What happened, without any value of the request.
    public let reason: String

    init(_ kind: Kind, code: CurlCode? = nil, url: String? = nil, hasBegun: Bool = true, reason: String) {
        self.kind = kind
        self.code = code
        self.url = url
        self.hasBegun = hasBegun
        self.reason = reason
    }

    /// What, where, why and what to do, for people.
    public var description: String {
        let subject = url.map { "The request to \($0) failed" } ?? "The request failed"
        let code = self.code.map { " (\($0))" } ?? ""
        return "\(subject): \(reason)\(code)\(advice.map { " \($0)" } ?? "")"
    }

    private var advice: String? {
        switch kind {
        case .network: "Check the address and that the server is running."
        case .timeout: "The server may be busy; try again later or allow it more time."
        case .tls: "Check the server's certificate and that it is an https address."
        case .tooLarge: "Raise the limit if an answer of that size is expected."
        case .badURL: "Write it as https://host/path."
        case .forbidden: "If that is meant, name the address in `private-addresses` of the workspace file."
        case .unavailable: "Install the package libcurl4."
        case .badRequest, .badResponse, .cancelled, .disk: nil
        }
    }
}

extension HTTPError.Kind {
    /// The kind of a failed transfer. Codes for which there is no better word are failures of the connection.
    init(_ code: CURLcode) {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: self = .timeout
        case CURLE_URL_MALFORMAT: self = .badURL
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        case CURLE_ABORTED_BY_CALLBACK: self = .cancelled
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_TOO_MANY_REDIRECTS,
            CURLE_BAD_CONTENT_ENCODING:
            self = .badResponse
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            self = .tls
        case CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT:
            self = .unavailable
        default: self = .network
        }
    }
}
