internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Plugins
internal import Programs
internal import Representations
internal import Workspaces

/// `compass plugins …`
enum PluginsCommand {
    static let command = Command(
        group: "plugins", "Look at, check and try the plugins that pipelines may use",
        discussion: """
            A plugin is a folder with a `plugin.yaml` and any program. Compass looks for them in `plugins/` of the workspace, \
            in `~/.local/share/compass/plugins` and in `/usr/local/share/compass/plugins` and `/usr/share/compass/plugins`.
            """, standard: "list", [PluginsList.command, show, check, run])

    private static let name = Positional<Path>.required(
        "PLUGIN", .plugin, "Its name, or its folder, which may lie anywhere: `./my-plugin`.")

    private static let show = Command(
        "show", "Explain a plugin", examples: ["plugins show transcript-gpa"], options: [ListingOptions.json.spec],
        positionals: [name.spec]
    ) { context in
        let (plugin, catalog) = try find(context)
        let type = catalog.type(of: plugin)
        if context[ListingOptions.json] {
            let features = GuardFeatures.available
            let record = PluginRecord.value(plugin, type, sandbox: features.text, gaps: features.gaps)
            try context.streams.print(record.json)
            return .success
        }
        let terminal = context.streams.terminal
        try context.streams.write(StageText(type: type).render(width: terminal.width, style: terminal.style))
        let commands = plugin.manifest.commands
        var rows: [(String, String)] = [
            ("version", plugin.manifest.version), ("folder", plugin.home.description),
            ("from", plugin.origin.rawValue), ("revision", plugin.revision),
        ]
        for action in PluginAction.allCases {
            guard let words = commands[action] else { continue }
            let note = action == .run && commands.isPersistent ? " (persistent)" : ""
            rows.append((action.rawValue, words.joined(separator: " ") + note))
        }
        let limits = plugin.manifest.limits
        rows.append(("timeout", "\(limits.timeout)"))
        rows.append(
            (
                "limits",
                "\(HumanFormat.size(limits.memory)) of memory, \(limits.processes) processes, \(HumanFormat.size(limits.output)) "
                    + "of output"
            ))
        rows.append(("network", plugin.manifest.rights.network ? "yes" : "no"))
        rows.append(("sandbox", plugin.manifest.rights.isSandboxed ? GuardFeatures.available.text : "off"))
        try context.streams.write(
            "\n" + ReferenceText.list("Plugin", rows, min(terminal.width ?? 80, 100), terminal.style))
        return .success
    }

    private static let check = Command(
        "check", "Run a plugin's examples and the hard cases of the protocol",
        discussion: """
            Works in any folder, without a workspace, and writes nothing to the present one. A plugin with an effect has it \
            for each request.

            Exit status: 0 all checks passed, 1 one did not, 2 the manifest is wrong.
            """,
        examples: ["plugins check ./my-plugin", "plugins check transcript-gpa --json"],
        options: [ListingOptions.json.spec], positionals: [name.spec]
    ) { context in
        let (plugin, catalog) = try find(context)
        let isJSON = context[ListingOptions.json]
        let style = context.streams.terminal.style
        let checks = try await PluginTrial(plugin, of: catalog).run { check in
            if isJSON {
                try context.streams.print(PluginRecord.value(check, of: plugin).json)
                return
            }
            let time = "(\(HumanFormat.duration(milliseconds: check.milliseconds)))"
            guard let failure = check.failure else {
                return try context.streams.print("\(style.green("ok")) \(check.name) \(time)")
            }
            try context.streams.print("\(style.red("not ok")) \(Printable.text(check.name)) \(time)")
            try context.streams.print("   \(Printable.text(failure))")
        }
        let failed = checks.count { !$0.hasPassed }
        if !isJSON {
            try context.streams.print("\(checks.count) checks, \(checks.count - failed) passed, \(failed) failed")
        }
        return failed == 0 ? .success : .failed
    }

    private static let file = Positional<Path?>.optional("FILE", .path, "The document.")
    private static let with = CommandOption<String?>.optional("with", "YAML", .text, "Its options: `--with 'min: 3'`.")
    private static let facts = CommandOption<String?>.optional(
        "facts", "YAML", .text, "Facts that earlier stages would have given: `--facts 'mime-type: application/pdf'`.")
    private static let action = CommandOption<PluginAction>.value(
        "action", "ACTION", .choice, "What it is asked to do.", standard: .run, shown: "run")

    private static let run = Command(
        "run", "Give one request to a plugin and show its answer",
        discussion: "Nothing is stored. Exit status: 0 it succeeded, 1 it failed, 3 it rejected the document.",
        examples: ["plugins run transcript-gpa transcript.pdf --with 'min: 3'"],
        options: [with.spec, facts.spec, action.spec, ListingOptions.json.spec], positionals: [name.spec, file.spec]
    ) { context in
        let (plugin, catalog) = try find(context)
        let settings = try read(context[with], "--with") {
            PluginSettings.parse($0, plugin.manifest.options, file: "--with", &$1)
        }
        let known = try read(context[facts], "--facts") { PluginSettings.parse($0, file: "--facts", &$1) }
        if let file = context[file] { try NamedFiles.require(file) }
        let streams = context.streams
        do {
            let answer = try await PluginTrial(plugin, of: catalog).answer(
                context[action], settings, facts: known, file: context[file]
            ) { log in
                streams.report("\(log.level.rawValue): \(Printable.text(log.message))")
            }
            if context[ListingOptions.json] {
                try context.streams.print(Value.record(answer).json)
            } else if !answer.isEmpty {
                for entry in answer { try context.streams.print("\(entry.key): \(Printable.text(entry.value.json))") }
            } else {
                context.streams.note("It succeeded and gave nothing.")
            }
            return .success
        } catch let error as StageError {
            if context[ListingOptions.json] { try context.streams.print(PluginRecord.value(error).json) }
            let isRejected = error.outcome == .rejected
            context.streams.report(
                "compass: \(isRejected ? "rejected" : "failed"): \(Printable.text(error.message)) [\(error.kind)]")
            return isRejected ? .rejected : .failed
        }
    }

    /// The plugin that the command line names.
    ///
    /// - Throws: `InvalidFiles` when its manifest is wrong, `Problem` when there is none.
    private static func find(_ context: CommandContext) throws -> (Plugin, PluginCatalog) {
        let named = context[name]
        let isFolder = named.bytes.contains(UInt8(ascii: "/")) || named == "." || named == ".."
        let catalog =
            isFolder
            ? PluginCatalog(folder: named) : try PluginCatalog(workspace: context.workspaceFolder, isTrial: true)
        if let plugin = catalog.plugins.first(where: { isFolder || $0.name == named.text }) { return (plugin, catalog) }
        let files = catalog.refused.filter { isFolder || $0.name == named.text }.map(\.file.description)
        if !files.isEmpty {
            var issues = IssueList()
            for issue in catalog.issues.sorted where issue.span.map({ files.contains($0.file) }) ?? true {
                issues.report(issue)
            }
            throw InvalidFiles(issues: issues, sources: catalog.sources)
        }
        let names = catalog.plugins.map(\.name)
        throw Problem.invalidRequest(
            "there is no plugin `\(Printable.text(named.text))`"
                + (Spelling.hint(for: named.text, in: names).map { "; \($0)" } ?? ""),
            details: [names.isEmpty ? "no plugin is installed" : "plugins: \(names.joined(separator: ", "))"])
    }

    /// What an option of the command line says in YAML.
    ///
    /// - Throws: `InvalidFiles`
    private static func read<Result>(
        _ text: String?, _ option: String, _ body: (String, inout IssueList) -> Result?
    ) throws -> Result {
        var issues = IssueList()
        if let result = body(text ?? "", &issues), !issues.hasErrors { return result }
        throw InvalidFiles(issues: issues, sources: [option: text ?? ""])
    }
}
