/// Addresses of requests, "https://example.org/hook".
public enum HTTPAddress {
    /// What is wrong with an address, to follow the name of what should be one; nil: nothing.
    public static func fault(of text: String) -> String? {
        if server(of: text) == nil { return "must start with `https://` or `http://`, followed by a host" }
        return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? nil : "must have no blanks and control characters"
    }

    /// Scheme and host with port: "https://example.org". Nothing that may be a key. nil: it has none.
    public static func server(of text: String) -> String? {
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            let authority = text.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
            let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            return host.isEmpty ? nil : scheme + host
        }
        return nil
    }
}
