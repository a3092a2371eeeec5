internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

/// Reads one `plugin.yaml`.
struct PluginReader {
    var check: FormatCheck
    var manifest = PluginManifest()

    init(issues: IssueList) {
        check = FormatCheck(issues: issues)
    }

    /// - Parameter folder: the name of the plugin's folder.
    mutating func read(_ root: YAMLNode, folder: String) {
        check.mapping(root, PluginFormat.keys, what: "a plugin", extensible: true)
        guard root.fields != nil else { return }
        readNames(root, folder: folder)
        readOptions(root["options"])
        manifest.needs = root["needs"]?.items?.compactMap(\.string).map(Fact.named) ?? []
        manifest.gives = readFacts(root["gives"])
        checkGiven(root["gives"])
        manifest.outputs = readFacts(root["outputs"])
        for name in manifest.outputs.map(\.name) where manifest.gives.contains(where: { $0.name == name }) {
            check.report(
                "contradiction", "`\(name)` is among `gives` and `outputs`",
                at: root["outputs"]?.keySpan(name) ?? root.span,
                hint: "what it gives is an output already")
        }
        readEffect(root)
        readLimits(root)
        readExamples(root)
    }

    private mutating func readNames(_ root: YAMLNode, folder: String) {
        manifest.name = root["name"]?.string ?? ""
        manifest.version = root["version"]?.string ?? ""
        manifest.summary = root["summary"]?.string ?? ""
        manifest.discussion = root["description"]?.string ?? ""
        if let node = root["name"], NameRule.kebab.allows(manifest.name), manifest.name != folder {
            check.report(
                "invalid-value", "the plugin is named `\(manifest.name)`, and its folder `\(Printable.short(folder))`",
                at: node, hint: "rename one of them")
        }
        for key in ["version", "summary"] {
            guard let node = root[key], let text = node.string, text.isEmpty else { continue }
            check.report("invalid-value", "`\(key)` is empty", at: node)
        }
        manifest.readsContent = root["content"]?.boolean ?? true
        manifest.commands.run = command(root, "command") ?? []
        manifest.commands.probe = command(root, "probe")
        manifest.commands.preview = command(root, "preview")
        manifest.commands.undo = command(root, "undo")
        manifest.commands.isPersistent = root["persistent"]?.boolean ?? false
        if let node = root["workers"], let count = node.integer {
            manifest.commands.workers = Int(clamping: count)
            if !manifest.commands.isPersistent {
                check.report(
                    "contradiction", "`workers` is for plugins with `persistent: true`", at: root.keySpan("workers"))
            }
        }
    }

    private mutating func command(_ root: YAMLNode, _ key: String) -> [String]? {
        guard let node = root[key], let words = node.items?.compactMap(\.string) else { return nil }
        if words.first?.isEmpty ?? true {
            check.report(
                "invalid-value", "`\(key)` names no program", at: node, hint: "write `\(key): [./NAME, …]`")
        }
        for (word, node) in zip(words, node.items ?? []) where word.utf8.contains(0) {
            check.report("invalid-value", "a part of `\(key)` has a zero byte", at: node)
        }
        return words
    }

    private mutating func readEffect(_ root: YAMLNode) {
        manifest.effect = root["effect"]?.string.flatMap(Effect.init) ?? .none
        guard manifest.effect == .none else { return }
        for key in ["probe", "preview", "undo"] where root[key] != nil {
            check.report(
                "contradiction", "`\(key)` is for plugins with an effect, and this has none", at: root.keySpan(key),
                hint: "add `effect: idempotent`, or leave it out")
        }
    }

    private mutating func readFacts(_ node: YAMLNode?) -> [Fact] {
        (node?.fields ?? []).compactMap { key, value in
            guard let name = key.text, let type = type(value["type"]) else { return nil }
            return Fact(name, type, value["doc"]?.string ?? "")
        }
    }

    /// What the catalog believes is none of a plugin's, and what others give too has one type.
    private mutating func checkGiven(_ node: YAMLNode?) {
        guard let node else { return }
        for fact in manifest.gives {
            if Fact.reserved.contains(where: { $0.name == fact.name }) {
                check.report(
                    "reserved-fact", "`\(fact.name)` is what Compass itself finds out, and no plugin may give it",
                    at: node.keySpan(fact.name), hint: "give it another name, or make it an output")
            } else if let known = Fact.standard.first(where: { $0.name == fact.name }),
                known.type.nonNull != fact.type.nonNull
            {
                check.report(
                    "fact-type",
                    "`\(fact.name)` is of type \(known.type.nonNull) wherever it is given, and here of type \(fact.type)",
                    at: node.keySpan(fact.name), hint: "give it that type, or another name")
            }
        }
    }

    private mutating func type(_ node: YAMLNode?) -> ValueType? {
        guard let node, let text = node.string else { return nil }
        if let type = ValueType(named: text) { return type }
        let names = ["string", "integer", "number", "boolean", "size", "duration", "any"]
        check.report(
            "invalid-value", "there is no type `\(Printable.short(text))`", at: node,
            hint: Spelling.hint(for: text, in: names),
            notes: ["types: \(names.joined(separator: ", ")), `list of` one of them, and each with `?` for null"])
        return nil
    }

    private mutating func readOptions(_ node: YAMLNode?) {
        for (key, value) in node?.fields ?? [] where !check.issues.isFull {
            guard let name = key.text, let type = type(value["type"]) else { continue }
            let choices = value["choices"]?.items?.compactMap(\.string)
            if let choices, type.nonNull != .string || choices.isEmpty {
                check.report(
                    "contradiction",
                    choices.isEmpty ? "`choices` is empty" : "`choices` is for texts, and this is of type \(type)",
                    at: value.keySpan("choices"))
                continue
            }
            if let doubled = doubled(value["choices"]) {
                check.report(
                    "contradiction", "`choices` has `\(Printable.short(doubled.text ?? ""))` twice",
                    at: doubled.headSpan)
                continue
            }
            var standard = StandardValue.required
            if let node = value["default"] {
                let wanted = Wanted(type, name: "default", choices: choices, isConstant: true)
                guard
                    let constant = CompiledValue.compile(node, as: wanted, in: Scope(roots: []), &check.issues)?
                        .constant
                else { continue }
                standard = .value(constant)
            } else if type.mayBeNull {
                standard = .value(.null)
            }
            manifest.options.append(
                OptionDescription(
                    name: name, doc: value["doc"]?.string ?? "", type: type, choices: choices,
                    rules: OptionRules(acceptsSecret: value["secret"]?.boolean ?? false), standard: standard))
        }
    }

    /// The first element that is there before.
    private func doubled(_ choices: YAMLNode?) -> YAMLNode? {
        var known: Set<String> = []
        return choices?.items?.first { $0.string.map { !known.insert($0).inserted } ?? false }
    }

    private mutating func readLimits(_ root: YAMLNode) {
        manifest.limits.timeout = root["timeout"]?.timeSpan ?? manifest.limits.timeout
        if let node = root["limits"] {
            func size(_ key: String, _ value: inout Int64) {
                if let text = node[key]?.text, let bytes = try? ByteSize(text).bytes { value = bytes }
            }
            size("memory", &manifest.limits.memory)
            size("output", &manifest.limits.output)
            size("file-size", &manifest.limits.fileSize)
            // Less than any program and its libraries take, or can say.
            for (key, value, least) in [
                ("memory", manifest.limits.memory, 1_000_000), ("output", manifest.limits.output, 100),
            ] where value < Int64(least) {
                check.report(
                    "invalid-value", "`\(key)` must be \(ByteSize(bytes: Int64(least))) or more",
                    at: node.entry(key)?.value.headSpan ?? node.headSpan)
            }
            manifest.limits.processor = node["processor"]?.timeSpan
            manifest.limits.processes = node["processes"]?.integer ?? manifest.limits.processes
            manifest.limits.openFiles = node["open-files"]?.integer ?? manifest.limits.openFiles
        }
        for (key, value) in [("timeout", manifest.limits.timeout), ("processor", manifest.limits.processor)] {
            guard let value, value.milliseconds == 0 else { continue }
            check.report(
                "invalid-value", "`\(key)` is no time at all",
                at: root["limits"]?.entry(key)?.key.span ?? root.keySpan(key))
        }
        manifest.rights.network = root["network"]?.boolean ?? false
        manifest.rights.environment = root["environment"]?.items?.compactMap(\.string) ?? []
        manifest.rights.reads = root["reads"]?.items?.compactMap(\.string) ?? []
        manifest.rights.writes = root["writes"]?.items?.compactMap(\.string) ?? []
        manifest.rights.isSandboxed = root["sandbox"]?.boolean ?? true
    }

    private mutating func readExamples(_ root: YAMLNode) {
        let nodes = root["examples"]?.items ?? []
        if nodes.isEmpty {
            check.report(
                "missing-key", "a plugin needs an example", at: root["examples"]?.headSpan ?? root.headSpan,
                hint: "add `examples: [{ title: …, file: …, outputs: { … } }]`")
        }
        for node in nodes where node.fields != nil && !check.issues.isFull { readExample(node) }
    }

    private mutating func readExample(_ node: YAMLNode) {
        let ends = ["outputs", "rejected", "failed"].filter { node[$0] != nil }
        if ends.count > 1 {
            check.report(
                "contradiction", "an example ends in one way, and this has `\(ends.joined(separator: "` and `"))`",
                at: node.keySpan(ends[1]))
            return
        }
        let outputs = record(node["outputs"], "outputs")
        for (key, _) in node["outputs"]?.fields ?? [] {
            let names = (manifest.gives + manifest.outputs).map(\.name)
            guard let name = key.text, !names.contains(name) else { continue }
            check.report(
                "unknown-output", "the plugin has no output `\(Printable.short(name))`", at: key,
                hint: Spelling.hint(for: name, in: names))
        }
        let result: PluginExample.Result =
            if let message = node["rejected"]?.string {
                .rejected(message)
            } else if let failure = node["failed"]?.string.flatMap(ErrorClass.init) {
                .failed(failure)
            } else {
                .outputs(outputs)
            }
        let settings = PluginSettings.read(node["with"], manifest.options, at: node.headSpan, &check.issues)
        manifest.examples.append(
            PluginExample(
                title: node["title"]?.string ?? "", with: .record(record(node["with"], "with")),
                settings: settings ?? [:],
                file: node["file"]?.string.map { Path($0) }, facts: record(node["facts"], "facts"), result: result))
    }

    private mutating func record(_ node: YAMLNode?, _ name: String) -> Record {
        guard let node, !node.isNull else { return [:] }
        let wanted = Wanted(.any, name: name, isConstant: true)
        guard node.fields != nil else {
            check.report("wrong-type", "`\(name)` must be a mapping, and is \(node.summary)", at: node)
            return [:]
        }
        return CompiledValue.compile(node, as: wanted, in: Scope(roots: []), &check.issues)?.constant?.record ?? [:]
    }
}
