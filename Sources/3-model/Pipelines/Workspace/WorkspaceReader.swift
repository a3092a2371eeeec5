public import Diagnostics
internal import Documents
internal import Glibc
internal import HTTPMessages
public import Platform
internal import YAMLTree

/// Reads one workspace file.
struct WorkspaceReader {
    var check: FormatCheck
    /// Whose channels and object stores the file may declare.
    let registry: Registry
    var workspace = WorkspaceDefinition()

    var issues: IssueList { check.issues }

    init(_ registry: Registry, issues: IssueList) {
        self.registry = registry
        check = FormatCheck(issues: issues)
    }

    mutating func read(_ root: YAMLNode) {
        check.mapping(root, WorkspaceFormat.keys, what: "the workspace file", extensible: true)
        guard root.fields != nil else { return }
        if let owner = root["owner"], let node = owner["id"], let id = node.string {
            if let fault = OwnerName.fault(in: id) {
                check.report(
                    "invalid-name", "`id` of the owner \(fault)", at: node,
                    hint: "write an id such as `u1`")
            }
            workspace.owner = WorkspaceDefinition.Owner(
                id: id, name: owner["name"]?.string, email: owner["email"]?.string)
        }
        workspace.database =
            location(root["database"], "database", scheme: "sqlite:", later: ["postgresql:", "postgres:"])
            .map { .sqlite($0) } ?? workspace.database
        readStorage(root["storage"])
        for (key, value) in root["document-types"]?.fields ?? [] { readRule(key, value) }
        readSchools(root["schools"])
        readChannels(root["channels"])
        workspace.workers = root["workers"]?.integer.map { Int(clamping: $0) } ?? workspace.workers
        workspace.shutdownGrace = root["shutdown-grace"]?.timeSpan ?? workspace.shutdownGrace
        readServer(root["server"])
        readAddresses(root["private-addresses"])
        workspace.retention.runs =
            root["retention"]?["runs"]?.timeSpan ?? workspace.retention.runs
        workspace.retention.trash =
            root["retention"]?["trash"]?.timeSpan ?? workspace.retention.trash
        workspace.retention.maxRuns =
            root["retention"]?["max-runs"]?.integer.map { Int(clamping: $0) } ?? workspace.retention.maxRuns
        if let size = root["quarantine"]?["copy-up-to"]?.text, let bytes = try? ByteSize(size).bytes {
            workspace.quarantine.copyUpTo = bytes
        }
    }

    /// `sqlite:PATH` and the like.
    private mutating func location(_ node: YAMLNode?, _ name: String, scheme: String, later: [String]) -> Path? {
        guard let node, let text = node.string else { return nil }
        if later.contains(where: text.hasPrefix) {
            check.report(
                "not-supported", "`\(name)` of this kind is part of the format but not yet carried out by this version",
                at: node, hint: "write `\(scheme)PATH`")
            return nil
        }
        guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count else {
            check.report(
                "invalid-value", "`\(name)` must be `\(scheme)PATH`, and is `\(Printable.short(text))`", at: node,
                hint: text.contains(":") || text.isEmpty ? nil : "write `\(scheme)\(Printable.short(text))`")
            return nil
        }
        return Path(String(text.dropFirst(scheme.count)))
    }

    private mutating func readAddresses(_ node: YAMLNode?) {
        for item in node?.items ?? [] {
            guard let text = item.string else { continue }
            if let range = AddressRange(text) {
                workspace.privateAddresses.append(range)
            } else {
                check.report(
                    "invalid-value",
                    "`private-addresses` must have addresses and networks, and `\(Printable.short(text))` is neither",
                    at: item, hint: "write it like `192.168.1.20` or `192.168.1.0/24`; a name can change its address")
            }
        }
    }

    /// A file's name, or what such a file has.
    private mutating func readSchools(_ node: YAMLNode?) {
        guard let node, !node.isFaulty else { return }
        guard node.items == nil, node.fields == nil else {
            workspace.schools = .list(SchoolsFile.read(node, &check))
            return
        }
        check.check(node, .text, as: "schools")
        if let file = node.string { workspace.schools = .file(Path(file)) }
    }

    private mutating func readRule(_ key: YAMLNode, _ node: YAMLNode) {
        guard let name = key.text else { return }
        guard let type = DocumentType(rawValue: name) else { return reportUnknownType(name, at: key) }
        if let extensions = node["extensions"]?.items {
            workspace.rules[type].extensions = extensions.compactMap { readExtension($0) }
            if extensions.isEmpty {
                check.report(
                    "invalid-value", "`extensions` of \(name) is empty, so that no file would be accepted",
                    at: node.keySpan("extensions"), hint: "leave it out for the standard ones")
            }
        }
        if let size = node["max-size"]?.text, let bytes = try? ByteSize(size).bytes {
            workspace.rules[type].maxSize = bytes
        }
    }

    /// In lower case, with the dot.
    private mutating func readExtension(_ node: YAMLNode) -> String? {
        guard let text = node.string else { return nil }
        let lower = text.lowercased()
        let bare = lower.hasPrefix(".") ? String(lower.dropFirst()) : lower
        let isPlain = bare.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || "_-+".utf8.contains($0)
        }
        guard !bare.isEmpty, isPlain else {
            check.report(
                "invalid-value", "`\(Printable.short(text))` is no file extension", at: node,
                hint: "write it like `.mp4`; only the last extension of a name counts")
            return nil
        }
        return "." + bare
    }
}

extension WorkspaceReader {
    mutating func readChannels(_ node: YAMLNode?) {
        for (key, value) in node?.fields ?? [] {
            guard let name = key.text,
                let part = readPart(
                    value, of: registry.channels, as: "channel", what: "channel `\(Printable.short(name))`",
                    later: WorkspaceFormat.laterChannels)
            else { continue }
            workspace.channels.removeAll { $0.name == name }
            workspace.channels.append(ChannelDefinition(name: name, part: part, place: key.span))
        }
    }
}

/// Reads workspace files.
public enum WorkspaceLoader {
    /// The file's name in the workspace.
    public static let name: Path = "compass.yaml"
    /// No workspace file is larger, in bytes.
    public static let limit = 1_048_576

    /// Reads a workspace file and checks all of it: a mistake does not hide the ones after it.
    ///
    /// - Parameters:
    ///   - file: what messages call it.
    ///   - registry: whose channels and object stores it may declare.
    /// - Returns: the definition, nil when there are errors; and all issues.
    public static func load(_ bytes: [UInt8], file: String, registry: Registry) -> (
        workspace: WorkspaceDefinition?, issues: IssueList
    ) {
        var issues = IssueList()
        guard let root = YAMLRoot.parse(bytes, file: file, allowingEmpty: true, issues: &issues) else {
            return (issues.hasErrors ? nil : WorkspaceDefinition(), issues)
        }
        var reader = WorkspaceReader(registry, issues: issues)
        reader.read(root)
        return (reader.issues.hasErrors ? nil : reader.workspace, reader.issues)
    }
}
