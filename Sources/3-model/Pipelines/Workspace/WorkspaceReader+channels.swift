internal import Diagnostics
internal import Platform
internal import YAMLTree

extension WorkspaceReader {
    mutating func readChannels(_ node: YAMLNode?) {
        for (key, value) in node?.fields ?? [] {
            guard let name = key.text,
                let part = readPart(
                    value, of: registry.channels, as: "channel", what: "channel `\(Printable.short(name))`",
                    later: WorkspaceFormat.laterChannels)
            else { continue }
            workspace.channels.removeAll { $0.name == name }
            workspace.channels.append(ChannelDefinition(name: name, part: part))
        }
    }
}
