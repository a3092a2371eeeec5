internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// What is known of the document before the first stage.
    static func initialFacts(of root: YAMLNode) -> [Fact] {
        guard let source = root["source"] else { return Fact.initial }
        if source["documents"] != nil { return Fact.catalogued }
        return source["schools"] == nil ? Fact.initial : []
    }

    /// `source`: exactly one kind of items. To be read after the inputs and `env`.
    mutating func readSource(_ node: YAMLNode?, root: YAMLNode) -> SourceDefinition? {
        guard let node, let fields = node.fields else { return nil }
        let kinds = fields.filter { key, _ in PipelineFormat.source.contains { $0.name == key.text } }
        if let second = kinds.dropFirst().first?.key {
            check.report(
                "contradiction", "a source has either files, documents or schools", at: second,
                hint: "make two pipelines of it")
        }
        guard let (key, value) = kinds.first else {
            if fields.isEmpty {
                check.report(
                    "missing-key", "`source` needs the key `files`, `documents` or `schools`", at: node.headSpan,
                    hint: "add `files: { glob: … }`")
            }
            return nil
        }
        switch key.text {
        case "files": return readFiles(value).map(SourceDefinition.files)
        case "documents":
            checkWithoutFile(root, kind: "documents")
            return readDocuments(value).map(SourceDefinition.documents)
        default:
            checkWithoutFile(root, kind: "schools")
            return readSchools(value).map(SourceDefinition.schools)
        }
    }

    private mutating func readFiles(_ node: YAMLNode) -> FileSource? {
        guard let globNode = node["glob"], let text = globNode.string, !text.contains("${{") else { return nil }
        guard let glob = pattern(globNode, key: "glob") else { return nil }
        if text.hasPrefix("/") || text.split(separator: "/").contains("..") {
            check.report(
                "invalid-value", "`glob` must stay in the workspace", at: globNode,
                hint: "write it relative to the workspace: `inbox/**/*.mp4`")
        }
        checkCaptures(glob.captures, of: "glob", globNode)
        var source = FileSource(glob: glob)
        source.include = names(node["include"], key: "include")
        source.exclude = names(node["exclude"], key: "exclude")
        source.olderThan = span(node["older-than"], key: "older-than")
        return source
    }

    private mutating func pattern(_ node: YAMLNode, key: String) -> PathPattern? {
        guard let text = node.string else { return nil }
        do throws(LiteralError) {
            return try PathPattern(text)
        } catch {
            check.report("invalid-value", "`\(key)`: \(error.message)", at: node, hint: error.hint)
            return nil
        }
    }

    private mutating func names(_ node: YAMLNode?, key: String) -> [NameGlob] {
        var globs: [NameGlob] = []
        for node in node?.items ?? [] {
            guard let text = node.string, !text.contains("${{") else { continue }
            if text.contains("/") {
                check.report(
                    "invalid-value", "`\(key)` has globs of names, and this one has a folder", at: node,
                    hint: "folders stand in `glob`")
                continue
            }
            do throws(LiteralError) {
                globs.append(try NameGlob(text))
            } catch {
                check.report("invalid-value", "`\(key)`: \(error.message)", at: node, hint: error.hint)
            }
        }
        return globs
    }

    private mutating func readDocuments(_ node: YAMLNode) -> DocumentSource? {
        guard node.fields != nil else { return nil }
        let scope = PipelineScope(self).ofSource
        var source = DocumentSource()
        if let types = node["type"] {
            // A single one stands for a list of one.
            let isOne = types.items == nil && types.string?.contains("${{") != true
            let wanted = Wanted(
                isOne ? .string : .list(.string), name: "type", choices: DocumentType.allCases.map(\.rawValue))
            let value = CompiledValue.compile(types, as: wanted, in: scope, &check.issues)
            source.types = isOne ? value.map { .list([$0]) } : value
            if types.items?.isEmpty == true {
                check.report(
                    "invalid-value", "`type` has no type, so that no document is meant", at: types,
                    hint: "leave it out for all types")
            }
        }
        source.owner = node["owner"].flatMap {
            CompiledValue.compile($0, as: Wanted(.string, name: "owner"), in: scope, &check.issues)
        }
        source.school = node["school"].flatMap {
            CompiledValue.compile($0, as: Wanted(.string, name: "school"), in: scope, &check.issues)
        }
        source.shared = node["shared"]?.boolean
        source.olderThan = span(node["older-than"], key: "older-than")
        source.newerThan = span(node["newer-than"], key: "newer-than")
        source.current = node["current"]?.boolean
        source.beyond = node["beyond"]?.integer.map { Int(clamping: $0) }
        if let older = source.olderThan, let newer = source.newerThan, older >= newer {
            check.report(
                "contradiction", "no document is older than \(older) and newer than \(newer)",
                at: node.keySpan("newer-than"), hint: "make `newer-than` the longer one")
        }
        if source.current == true, source.beyond != nil {
            check.report(
                "contradiction", "`beyond` looks for old versions, and `current: true` leaves them out",
                at: node.keySpan("beyond"), hint: "write `current: false`, or leave one of them out")
        }
        return source
    }

    private mutating func readSchools(_ node: YAMLNode) -> SchoolSource? {
        span(node["newer-than"], key: "newer-than").map { SchoolSource(newerThan: $0) }
    }

    private mutating func span(_ node: YAMLNode?, key: String) -> TimeSpan? {
        guard let node, let span = node.timeSpan else { return nil }
        if span.milliseconds == 0 {
            check.report(
                "invalid-value", "`\(key)` is no time at all", at: node, hint: "write it as `7d`, or leave it out")
        }
        return span
    }

    /// What goes with files does not go with documents and schools.
    private mutating func checkWithoutFile(_ root: YAMLNode, kind: String) {
        if root["dedup"] != nil {
            check.report(
                "contradiction", "`dedup` compares files, and the runs of `source.\(kind)` have none",
                at: root.keySpan("dedup"), hint: "leave it out")
        }
        if let watch = root["on"]?.entry("watch") {
            check.report(
                "contradiction", "`watch` takes files, and the runs of `source.\(kind)` have none", at: watch.key,
                hint: "make two pipelines of it")
        }
    }

    /// No stage reads a file that no run has.
    mutating func checkReaders(_ root: YAMLNode) {
        guard let source = root["source"], source["files"] == nil else { return }
        let kind = source["documents"] != nil ? "documents" : "schools"
        guard source[kind] != nil else { return }
        for stage in plan where stage.spec?.readsContent == true {
            check.report(
                "no-file", "stage `\(stage.id)` reads a file, and the runs of `source.\(kind)` have none",
                at: stage.span, hint: kind == "documents" ? "`verify-object` reads the stored object" : nil)
        }
    }
}
