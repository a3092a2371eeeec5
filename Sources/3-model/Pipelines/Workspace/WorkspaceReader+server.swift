internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension WorkspaceReader {
    mutating func readServer(_ node: YAMLNode?) {
        guard let node else { return }
        workspace.server.isDeclared = true
        if let listen = node["listen"] { readAddress(listen) }
        workspace.server.socket = node["socket"]?.string.map { Path($0) }
        workspace.server.isSocketForGroup = node["socket-access"]?.string == "group"
        workspace.server.listensToAddress = node["listen"] != nil || workspace.server.socket == nil
        if let url = node["url"] { readURL(url) }
        for (key, value) in node["uploads"]?.fields ?? [] { readUpload(key, value) }
    }

    private mutating func readAddress(_ node: YAMLNode) {
        guard let text = node.string else { return }
        if let server = WorkspaceDefinition.Server(address: text) {
            (workspace.server.host, workspace.server.port) = (server.host, server.port)
            return
        }
        check.report(
            "invalid-value", "`listen` must be an address with a port, and is `\(Printable.short(text))`", at: node,
            hint: "write it like `127.0.0.1:8080`")
    }

    /// What links begin with: a scheme, a host, perhaps a port.
    private mutating func readURL(_ node: YAMLNode) {
        guard let text = node.string else { return }
        guard let url = WorkspaceDefinition.Server.base(text) else {
            return check.report(
                "invalid-value",
                "`url` must be an address that links can begin with, and is `\(Printable.short(text))`",
                at: node, hint: "write it like `https://docs.example.org`")
        }
        if WorkspaceDefinition.Server.hasPath(url) {
            return check.report(
                "invalid-value", "`url` has a path, and pages are served at the root of a host alone", at: node,
                hint: "give the server a host of its own, such as `https://docs.example.org`")
        }
        workspace.server.url = url
    }

    private mutating func readUpload(_ key: YAMLNode, _ node: YAMLNode) {
        guard let name = key.text else { return }
        guard let type = DocumentType(rawValue: name) else {
            return reportUnknownType(name, at: key)
        }
        guard let pipeline = node.string else { return }
        if pipeline.isEmpty {
            return check.report(
                "invalid-value", "`uploads` names no pipeline for \(name)", at: node, hint: "write a pipeline's name")
        }
        workspace.server.uploads[type] = pipeline
    }

    mutating func reportUnknownType(_ name: String, at key: YAMLNode) {
        let names = DocumentType.allCases.map(\.rawValue)
        check.report(
            "unknown-document-type", "there is no document type `\(Printable.short(name))`", at: key,
            hint: Spelling.hint(for: name, in: names), notes: ["document types: \(names.joined(separator: ", "))"])
    }
}

extension WorkspaceDefinition.Server {
    /// Whether nobody but this machine can come to a host.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// An address that links can begin with: a scheme, a host, perhaps a port and a path, without a slash at its end; nil: it is
    /// none. See `hasPath`.
    package static func base(_ text: String) -> String? {
        let scheme = ["https://", "http://"].first(where: text.hasPrefix)
        let rest = text.dropFirst(scheme?.count ?? 0)
        let isPlain = rest.utf8.allSatisfy {
            $0 > UInt8(ascii: " ") && $0 < 0x7F && !"?#@\"<>\\^`{|}".utf8.contains($0)
        }
        guard scheme != nil, isPlain, let first = rest.first, first != "/", first != ":" else { return nil }
        var url = text[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        return String(url)
    }

    /// Whether an address of `base` has a path: pages refer to each other, to their styles and scripts from the root of their host.
    package static func hasPath(_ url: String) -> Bool {
        url.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst(3).contains(UInt8(ascii: "/"))
    }
}
