internal import Diagnostics
internal import Platform
internal import YAMLTree

/// Channels and object stores, by what their types declare.
extension WorkspaceReader {
    /// - Parameters:
    ///   - kind: for messages: "channel".
    ///   - what: which one, for messages: "channel `coaches`".
    ///   - later: types that are part of the format and arrive later.
    mutating func readPart<Part>(
        _ node: YAMLNode, of types: PartTable<Part>, as kind: String, what: String, later: [String]
    ) -> PartDefinition? {
        let name = node["type"]?.string
        if let name, later.contains(name) {
            check.report(
                "not-supported",
                "\(kind)s of type `\(name)` are part of the format but not yet carried out by this version",
                at: node["type"]?.span ?? node.headSpan,
                hint: "use a \(kind) of type \(Shape.either(types.names))")
            return nil
        }
        let typeKey = FormatKey("type", .choice(types.names), "The kind of \(kind).", required: true)
        guard let type = name.flatMap({ types[$0] }) else {
            reportType(typeKey, node, types.names, what)
            return nil
        }
        let keys = type.options.map {
            FormatKey($0.name, .any, $0.doc, required: $0.standard == .required, aliases: $0.rules.aliases)
        }
        check.mapping(node, [typeKey] + keys, what: what)
        var settings: [String: CompiledValue] = [:]
        for option in type.options {
            guard let node = node[option.name] else { continue }
            settings[option.name] = compile(node, option)
        }
        return definition(of: type, settings)
    }

    func definition<Part>(of type: PartType<Part>, _ settings: [String: CompiledValue]) -> PartDefinition {
        var settings = settings
        // Written or left out, the same folder makes the same definition.
        if let name = type.spec.folderOption, settings[name] == nil,
            case .value(let standard)? = type.options.first(where: { $0.name == name })?.standard
        {
            settings[name] = .fixed(standard)
        }
        let folder = type.spec.folderOption.flatMap { settings[$0]?.constant?.string }.map { Path($0) }
        return PartDefinition(type: type.spec.name, settings: settings, folder: folder)
    }

    /// Without a known type nothing can be said of the other keys.
    private mutating func reportType(_ key: FormatKey, _ node: YAMLNode, _ names: [String], _ what: String) {
        if let type = node["type"] {
            check.check(type, key.shape, as: "type")
        } else if node.fields == nil {
            check.mapping(node, [key], what: what)
        } else {
            let words = names.map { "`type: \($0)`" }
            check.report(
                "missing-key", "\(what) needs the key `type`", at: node, hint: "add \(words.joined(separator: " or "))")
        }
    }

    private mutating func compile(_ node: YAMLNode, _ option: OptionDescription) -> CompiledValue? {
        if case .map = option.type.nonNull, node.fields != nil {
            check.check(node, .dictionary(.any, .any), as: option.name)
        }
        let scope = Scope(
            roots: [
                Field("secrets", .map(.secrets), "The workspace's secrets."),
                Field("env", .map(.env()), "The process environment."),
            ], hasStatus: false)
        // An option is left out, or says something: an empty `secret` would send unsigned requests.
        return option.compile(node, as: option.type.nonNull, in: scope, &check.issues)
    }
}
