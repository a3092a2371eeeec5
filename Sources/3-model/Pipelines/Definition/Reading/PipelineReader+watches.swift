internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    mutating func readWatches(_ nodes: [YAMLNode]) -> [WatchTrigger] {
        var watches: [WatchTrigger] = []
        var patterns: Set<PathPattern.Meaning> = []
        for node in nodes where !check.issues.isFull {
            guard let pathNode = node["path"], let path = pathNode.string else { continue }
            var watch = WatchTrigger(path: path)
            checkCaptures(watch.captures, of: "path", pathNode)
            if let pattern = readPattern(path, pathNode) {
                if !patterns.insert(pattern.meaning).inserted {
                    check.report(
                        "duplicate-watch", "two watched folders have the path `\(Printable.short(path))`", at: pathNode,
                        hint: "make one of them, with all names in `include`")
                }
                checkPrivacy(pattern, pathNode)
                warnOfFileNames(path, pathNode)
                checkGivenInputs(pattern, pathNode)
                for key in ["on-success", "on-rejected", "on-failure"] {
                    checkAction(node[key], key: key, pattern)
                }
            }
            readRules(node, &watch)
            watches.append(watch)
        }
        return watches
    }

    private mutating func readRules(_ node: YAMLNode, _ watch: inout WatchTrigger) {
        watch.include = readGlobs(node["include"], key: "include")
        watch.exclude = readGlobs(node["exclude"], key: "exclude")
        watch.settle = node["settle"]?.timeSpan ?? watch.settle
        watch.rescan = node["rescan"]?.timeSpan ?? watch.rescan
        watch.patience = node["patience"]?.timeSpan ?? watch.patience
        watch.doneFile = readDoneFile(node["done-file"])
        watch.followsLinks = node["follow-symlinks"]?.boolean ?? false
        watch.isRecursive = node["recursive"]?.boolean ?? false
        watch.takesExisting = node["existing"]?.boolean ?? true
        watch.onSuccess = Self.action(node["on-success"])
        watch.onRejected = Self.action(node["on-rejected"])
        watch.onFailure = Self.action(node["on-failure"])
        if let rescan = node["rescan"], watch.rescan.milliseconds < 1_000 {
            check.report("invalid-value", "`rescan` must be at least 1s, and is \(watch.rescan)", at: rescan)
        }
    }

    private mutating func readPattern(_ path: String, _ node: YAMLNode) -> PathPattern? {
        do {
            return try PathPattern(path)
        } catch {
            check.report(
                "invalid-value", "`path` must be a folder such as `inbox/{user}`: \(error.message)", at: node,
                hint: error.hint)
            return nil
        }
    }

    /// What the workspace keeps for itself is no inbox: its files would be moved away from under it.
    private mutating func checkPrivacy(_ pattern: PathPattern, _ node: YAMLNode) {
        guard let folder = privateFolder(of: pattern) else { return }
        check.report(
            "private-folder",
            "`path` lies in `\(Printable.short(folder.text))`, where the workspace keeps its own files", at: node,
            hint: "name a folder of its own, such as `inbox`")
    }

    /// The folder that the workspace keeps for itself in which all that a pattern means lies; nil: none.
    private func privateFolder(of pattern: PathPattern, among names: [Path] = PrivateFolders.names) -> Path? {
        (names + context.stateFolders).first { folder in
            pattern.isBelow(folder) || context.roots.contains { pattern.isBelow(folder, in: $0) }
        }
    }

    /// Nor is it a place to move files to, and neither is a folder that holds it.
    private mutating func checkPrivacy(ofTarget target: PathPattern, key: String, _ node: YAMLNode) {
        let held = (PrivateFolders.notForMoves + context.stateFolders).first { folder in
            target.holds(folder, in: nil) || context.roots.contains { target.holds(folder, in: $0) }
        }
        let isIn = privateFolder(of: target, among: PrivateFolders.notForMoves)
        guard let folder = isIn ?? held else { return }
        check.report(
            "private-folder",
            "`\(key)` moves files to `\(Printable.text(target.text))`, which "
                + (held == nil ? "lies in" : "holds")
                + " `\(Printable.text(folder.text))`, where the workspace keeps its own files", at: node,
            hint: "name a folder of its own, such as `done/`")
    }

    /// `inbox/*.mp4` would look for folders of such names.
    private mutating func warnOfFileNames(_ path: String, _ node: YAMLNode) {
        let name = Path(path).name
        guard name.bytes.starts(with: "*.".utf8), name.stem == "*" else { return }
        check.issues.report(
            .warning(
                "path-of-files", "`path` is a folder, and `\(name)` looks like names of files",
                at: node.part(of: name.text), hint: "write `include: [\"\(name)\"]`, and only the folder here"))
    }

    private mutating func readGlobs(_ node: YAMLNode?, key: String) -> [String] {
        var globs: [String] = []
        for node in node?.items ?? [] {
            guard let text = node.string else { continue }
            globs.append(text)
            do {
                _ = try NameGlob(text)
            } catch {
                check.report(
                    "invalid-value", "`\(key)` must have globs such as `*.mp4`: \(error.message)", at: node,
                    hint: error.hint)
            }
        }
        return globs
    }

    private mutating func readDoneFile(_ node: YAMLNode?) -> MarkerName? {
        guard let node, let text = node.string else { return nil }
        do {
            return try MarkerName(text)
        } catch {
            check.report(
                "invalid-value", "`done-file` must be a name such as `{name}.done`: \(error.message)", at: node,
                hint: error.hint)
            return nil
        }
    }

    /// Nobody is there to give what is required.
    private mutating func checkGivenInputs(_ pattern: PathPattern, _ node: YAMLNode) {
        let given = Set(pattern.captures)
        for input in inputs where input.isRequired && !given.contains(input.name) {
            check.report(
                "missing-input", "a watched file does not give the input `\(input.name)`, which is required", at: node,
                hint: "write `{\(input.name)}` in `path`, or give the input a default")
        }
    }

    private mutating func checkAction(_ node: YAMLNode?, key: String, _ pattern: PathPattern) {
        guard let node = node?["move"], let text = node.string else { return }
        let folder = MoveFolder(text, of: pattern)
        switch folder {
        case .fine(let target): checkPrivacy(ofTarget: target, key: key, node)
        case .watched:
            check.report(
                "invalid-value",
                "`\(key)` moves files into the folder that is watched, where they would start runs again", at: node,
                hint: "name another one, such as `done/`")
        case .outside:
            check.report(
                "invalid-value", "`\(key)` moves files out of the workspace, to `\(Printable.short(text))`", at: node,
                hint: "write the absolute path of the folder")
        case .parent:
            check.report(
                "invalid-value", "`..` stands after a folder in `\(Printable.short(text))`", at: node,
                hint: "write the path without it")
        case .braces:
            check.report(
                "invalid-value", "`move` takes no captures, and is `\(Printable.short(text))`", at: node,
                hint: "the folder is relative to the one that matches `path`")
        }
    }

    private static func action(_ node: YAMLNode?) -> FileAction {
        if let folder = node?["move"]?.string { return .move(folder) }
        return node?.string == "delete" ? .delete : .keep
    }

    /// A file starts the run, and then nobody looks at it.
    mutating func warnOfUnreadFiles(_ watches: YAMLNode?) {
        guard let node = watches?.oneOrMany.first, !plan.isEmpty, plan.allSatisfy({ $0.spec != nil }),
            !plan.contains(where: { $0.spec?.readsContent ?? false })
        else { return }
        check.issues.report(
            .warning(
                "unread-file", "no stage reads the file that starts a run", at: node["path"]?.headSpan ?? node.headSpan,
                hint: "add `uses: detect-mime` or another one that does"))
    }
}
