internal import Diagnostics
internal import Platform
internal import YAMLTree

extension WorkspaceReader {
    mutating func readChannels(_ node: YAMLNode?) {
        for (key, value) in node?.fields ?? [] {
            guard let name = key.text, let channel = readChannel(name, value) else { continue }
            workspace.channels.removeAll { $0.name == name }
            workspace.channels.append(channel)
        }
    }

    private mutating func readChannel(_ name: String, _ node: YAMLNode) -> ChannelDefinition? {
        let type = node["type"]?.string
        if let type, WorkspaceFormat.laterChannels.contains(type) {
            check.report(
                "not-supported",
                "channels of type `\(type)` are part of the format but not yet carried out by this version",
                at: node["type"]?.span ?? node.headSpan, hint: "use a channel of type `log` or `webhook`")
            return nil
        }
        guard let format = WorkspaceFormat.channels.first(where: { $0.type == type }) else {
            reportType(of: name, node)
            return nil
        }
        check.mapping(node, format.keys, what: "channel `\(Printable.short(name))`")
        switch type {
        case "log":
            return ChannelDefinition(
                name: name,
                kind: .log(file: node["file"]?.string.map { Path($0) } ?? ".compass/notifications.ndjson"))
        case "webhook": return readWebhook(name, node)
        default: return nil
        }
    }

    /// Without a known type nothing can be said of the other keys.
    private mutating func reportType(of name: String, _ node: YAMLNode) {
        if let type = node["type"] {
            check.check(type, WorkspaceFormat.channelType.shape, as: "type")
        } else if node.fields == nil {
            check.mapping(node, [WorkspaceFormat.channelType], what: "channel `\(Printable.short(name))`")
        } else {
            check.report(
                "missing-key", "channel `\(Printable.short(name))` needs the key `type`", at: node,
                hint: "add `type: log` or `type: webhook`")
        }
    }

    private mutating func readWebhook(_ name: String, _ node: YAMLNode) -> ChannelDefinition? {
        let url = readAddress("url", node)
        let confirm = readAddress("confirm", node)
        let secret = node["secret"].flatMap { node in
            if let text = node.string, !text.contains("${{") {
                check.report(
                    "plain-secret", "`secret` is written into the file", at: node,
                    hint: "keep it in `secrets/NAME` and write `${{ secrets.NAME }}`")
            }
            return compile(node, "secret")
        }
        var headers: [ChannelDefinition.Header] = []
        for (key, value) in node["headers"]?.fields ?? [] {
            guard let header = key.text, let value = compile(value, header) else { continue }
            headers.append(ChannelDefinition.Header(name: header, value: value))
        }
        guard let url else { return nil }
        return ChannelDefinition(
            name: name,
            kind: .webhook(
                url: url, secret: secret, headers: headers,
                timeout: node["timeout"]?.timeSpan ?? TimeSpan(milliseconds: 30_000), confirm: confirm))
    }

    private mutating func readAddress(_ key: String, _ channel: YAMLNode) -> CompiledValue? {
        guard let node = channel[key], let address = compile(node, key) else { return nil }
        if let text = address.constant?.string, !text.hasPrefix("http://"), !text.hasPrefix("https://") {
            check.report(
                "invalid-value", "`\(key)` must start with `https://` or `http://`, and is `\(Printable.short(text))`",
                at: node)
        }
        return address
    }

    private mutating func compile(_ node: YAMLNode, _ name: String) -> CompiledValue? {
        let scope = Scope(
            roots: [
                Field("secrets", .map(.secrets), "The workspace's secrets."),
                Field("env", .map(.env()), "The process environment."),
            ], hasStatus: false)
        return CompiledValue.compile(
            node, as: Wanted(.string, name: name, acceptsSecret: true), in: scope, &check.issues)
    }
}
