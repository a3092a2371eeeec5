internal import Diagnostics
internal import Platform
internal import YAMLTree

extension WorkspaceReader {
    /// `NAME:TEXT`, or a mapping with a `type`.
    mutating func readStorage(_ node: YAMLNode?) {
        guard let node else { return }
        let part =
            node.fields == nil
            ? readShortStorage(node)
            : readPart(
                node, of: registry.objectStores, as: "object store", what: "`storage`",
                later: WorkspaceFormat.laterStores)
        guard let part else { return }
        workspace.storage = part
        checkFolder(part, node)
    }

    private mutating func readShortStorage(_ node: YAMLNode) -> PartDefinition? {
        check.check(node, .text, as: "storage")
        guard let text = node.string, !text.contains("${{") else { return nil }
        let scheme = String(text.prefix { $0 != ":" })
        let rest = String(text.dropFirst(scheme.count + 1))
        let types = registry.objectStores.all.filter { $0.spec.shortOption != nil }
        if WorkspaceFormat.laterStores.contains(scheme) {
            check.report(
                "not-supported", "`storage` of this kind is part of the format but not yet carried out by this version",
                at: node, hint: types.first.map { "write \(Self.form(of: $0))" })
            return nil
        }
        guard let type = types.first(where: { $0.spec.name == scheme }), let option = type.spec.shortOption,
            !rest.isEmpty
        else {
            let isBare = !text.contains(":") && !text.isEmpty
            check.report(
                "invalid-value",
                "`storage` must be \(types.map(Self.form).joined(separator: " or ")), and is `\(Printable.short(text))`",
                at: node,
                hint: isBare ? types.first.map { "write `\($0.spec.name):\(Printable.short(text))`" } : nil)
            return nil
        }
        return definition(of: type, [option: .fixed(.string(rest))])
    }

    private static func form(of type: ObjectStoreType) -> String {
        "`\(type.spec.name):\((type.spec.shortOption ?? "").uppercased())`"
    }

    /// The store is no place in which the workspace keeps anything else.
    private mutating func checkFolder(_ part: PartDefinition, _ node: YAMLNode) {
        guard let folder = part.folder, !folder.bytes.isEmpty else { return }
        let place = folder.normalised
        let inside = (["secrets", ".compass/quarantine"] as [Path]).first { place.rest(below: $0) != nil }
        // Of an absolute path only the workspace knows what it leads to.
        let holds = PrivateFolders.names.first { !place.isAbsolute && (place == "." || $0 == place) }
        guard let other = inside ?? holds ?? (place.bytes == Array("..".utf8) ? PrivateFolders.names.first : nil)
        else {
            return
        }
        check.report(
            "private-folder",
            "`storage` is `\(Printable.text(folder.text))`, which \(inside == nil ? "is or holds" : "lies in") "
                + "`\(Printable.text(other.text))`, where the workspace keeps other files", at: node,
            hint: "name a folder of its own, such as `file:.compass/objects`")
    }
}
