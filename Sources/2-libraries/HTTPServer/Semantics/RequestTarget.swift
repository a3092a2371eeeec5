/// The target of a request (RFC 9112, section 3.2), taken apart.
struct RequestTarget {
    /// With the query, without scheme and authority; "*" of the asterisk form.
    let text: String
    let path: [String]
    let query: [(name: String, value: String)]
    /// Of the absolute form.
    let authority: String?

    /// - Throws: `RequestHead.Refusal`
    init(_ target: String, method: String) throws(RequestHead.Refusal) {
        guard !target.isEmpty, target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw RequestHead.Refusal(status: 400, reason: "the target of the request is malformed")
        }
        if target == "*", method == "OPTIONS" {
            (text, path, query, authority) = ("*", [], [], nil)
            return
        }
        if method == "CONNECT" { throw RequestHead.Refusal(status: 501, reason: "this is no proxy") }
        (text, authority) = try Self.origin(of: target)
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        guard let path = Self.segments(text[..<end]) else {
            throw RequestHead.Refusal(status: 400, reason: "the path of the request is malformed")
        }
        self.path = path
        var rest = text[end...]
        // A fragment is never sent; some send it all the same.
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
        guard let query = FormData.pairs(rest.dropFirst()) else {
            throw RequestHead.Refusal(status: 400, reason: "the query of the request is malformed")
        }
        self.query = query
    }

    /// The origin form of a target.
    private static func origin(of target: String) throws(RequestHead.Refusal) -> (text: String, authority: String?) {
        if target.hasPrefix("/") { return (target, nil) }
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            let rest = target.dropFirst(scheme.count)
            let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
            let authority = rest[..<end]
            guard !authority.isEmpty, !authority.contains("@") else { break }
            let path = rest[end...]
            return (path.hasPrefix("/") ? String(path) : "/" + path, String(authority))
        }
        throw RequestHead.Refusal(status: 400, reason: "the target of the request is malformed")
    }

    /// nil: bad escapes, controls, no UTF-8, "." or "..", or a slash within a segment.
    private static func segments(_ path: Substring) -> [String]? {
        if path == "/" { return [] }
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decode(part), segment != ".", segment != "..",
                !segment.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") })
            else { return nil }
            segments.append(segment)
        }
        return segments
    }
}
