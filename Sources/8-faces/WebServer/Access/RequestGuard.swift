internal import HTTPMessages
internal import HTTPServer
internal import Platform

/// Refuses requests that a web page of somebody else has a browser send: by the host that they name (DNS rebinding) and by
/// where they come from (cross-site request forgery).
struct RequestGuard: Sendable {
    /// Names that the server answers to, in lower case, without ports.
    let hosts: Set<String>
    /// The one among them that browsers reach by TLS: a page that came without it is not the server's.
    private let secureHost: String?

    /// - Parameters:
    ///   - listening: the addresses that the server listens to; no browser reaches a Unix socket by itself.
    ///   - url: the address that people use, if there is a proxy.
    init(listening: [String], url: String?) {
        var hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
        for address in listening where address != "0.0.0.0" && address != "::" {
            hosts.insert((address.contains(":") ? "[\(address)]" : address).lowercased())
        }
        let host = url.flatMap { Self.host(ofURL: $0) }
        if let host { hosts.insert(host) }
        self.hosts = hosts
        secureHost = url?.lowercased().hasPrefix("https://") == true ? host : nil
    }

    /// - Throws: `HTTPFailure`
    func check(_ request: HTTPRequest) throws(HTTPFailure) {
        guard let named = request.authority, let host = Self.host(named), hosts.contains(host) else {
            throw HTTPFailure(
                .misdirected,
                "This server does not answer to the host that the request names. `server: { url: … }` in compass.yaml "
                    + "says which address people use.")
        }
    }

    /// For requests that change something and come with a cookie, which browsers send along by themselves.
    ///
    /// Source: Fetch Metadata Request Headers (W3C); OWASP CSRF Prevention.
    /// - Throws: `HTTPFailure`
    func checkOrigin(_ request: HTTPRequest) throws(HTTPFailure) {
        if let site = request.headers["Sec-Fetch-Site"] {
            if site == "same-origin" || site == "none" { return }
            throw Self.foreign
        }
        // Browsers that do not send it, and other programs that have a cookie.
        guard let origin = request.headers["Origin"], let host = request.authority else { throw Self.foreign }
        if origin == "https://\(host)" { return }
        guard origin == "http://\(host)", Self.host(host) != secureHost else { throw Self.foreign }
    }

    /// For requests that begin a session, which come without one: from a browser they must come from this site, from other
    /// programs they may.
    ///
    /// - Throws: `HTTPFailure`
    func checkSource(_ request: HTTPRequest) throws(HTTPFailure) {
        if request.headers["Sec-Fetch-Site"] != nil || request.headers["Origin"] != nil { try checkOrigin(request) }
    }

    private static let foreign = HTTPFailure(
        .forbidden, "The request comes from another site. Programs send a token instead of a cookie.")

    /// The host of a Host header, in lower case, without the port.
    static func host(_ text: String) -> String? {
        var host = Substring(text)
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            host = host[...end]
        } else if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return nil }
            host = host[..<colon]
        }
        return host.isEmpty ? nil : host.lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.utf8.count <= 6 && text.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The host of `https://files.example:8443/`.
    static func host(ofURL url: String) -> String? {
        for scheme in ["https://", "http://"] where url.lowercased().hasPrefix(scheme) {
            let rest = url.dropFirst(scheme.count)
            return host(String(rest.prefix { $0 != "/" }))
        }
        return nil
    }
}
