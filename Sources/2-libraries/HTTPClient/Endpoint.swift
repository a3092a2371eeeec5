internal import CCurl

/// What a URL says of its server, read by libcurl's own parser: another one might see another host.
struct Endpoint: Hashable {
    /// "https://hooks.example.org:8443", the default port left out.
    let origin: String
    /// Whether it is this machine, to which no proxy leads.
    let isLoopback: Bool

    /// For people: nothing that may be a secret.
    var text: String { origin + "/…" }

    /// - Throws: `HTTPError` of kind `badURL`, without the URL.
    init(_ url: String, curl: CurlLibrary) throws(HTTPError) {
        // Libraries differ in what they make of these; a C string would even end at a NUL, and another URL be requested.
        if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw HTTPError(.badURL, reason: "the URL has a space or a control character.")
        }
        let table = curl.table.pointee
        guard let parser = table.url() else {
            throw HTTPError(.unavailable, reason: "libcurl is out of memory.")
        }
        defer { table.url_cleanup(parser) }
        let code = table.url_set(parser, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME))
        if code != CURLUE_OK { throw HTTPError(.badURL, reason: "the URL is not valid: \(curl.reason(code)).") }

        func part(_ part: CURLUPart) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard table.url_get(parser, part, &text, UInt32(CURLU_NO_DEFAULT_PORT)) == CURLUE_OK, let text else {
                return nil
            }
            defer { table.free(text) }
            return String(cString: text)
        }
        guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https" else {
            throw HTTPError(.badURL, reason: "the URL's scheme is neither http nor https.")
        }
        guard let host = part(CURLUPART_HOST), !host.isEmpty else {
            throw HTTPError(.badURL, reason: "the URL has no host.")
        }
        origin = "\(scheme)://\(host)" + (part(CURLUPART_PORT).map { ":\($0)" } ?? "")
        isLoopback = host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1]"
    }
}
