internal import HTTPServer

/// The cookie that a session's secret is in.
///
/// Behind TLS its name begins with `__Host-`, which binds it to the host, to TLS and to the whole site (RFC 6265bis, 4.1.3).
/// Without TLS, on this machine alone, it has a name of its own for each port, since browsers share cookies among ports.
struct SessionCookie: Sendable {
    let name: String
    private let isSecure: Bool

    /// - Parameters:
    ///   - url: the address that people use.
    ///   - port: that the server listens to; nil: a Unix socket.
    init(url: String, port: UInt16?) {
        isSecure = url.lowercased().hasPrefix("https://")
        name = isSecure ? "__Host-compass" : "compass" + (port.map { "-\($0)" } ?? "")
    }

    /// nil: there is none, or several of the name, which are somebody's trick.
    func secret(in request: HTTPRequest) -> String? { Cookies.value(of: name, in: request.headers) }

    /// The header that has a browser keep the secret of a session.
    func header(_ secret: String, for time: Duration) -> (name: String, value: String) {
        var cookie = SetCookie(name, secret)
        cookie.maxAge = time
        cookie.isSecure = isSecure
        return ("Set-Cookie", cookie.description)
    }

    /// The header that has a browser keep a choice. It is no secret and decides nothing but what is shown first.
    func keeping(_ name: String, _ value: String) -> (name: String, value: String) {
        var cookie = SetCookie(name, value)
        cookie.maxAge = .seconds(365 * 86_400)
        cookie.isSecure = isSecure
        return ("Set-Cookie", cookie.description)
    }

    /// Has the browser forget it.
    var removal: (name: String, value: String) {
        var cookie = SetCookie.removing(name)
        cookie.isSecure = isSecure
        return ("Set-Cookie", cookie.description)
    }
}
