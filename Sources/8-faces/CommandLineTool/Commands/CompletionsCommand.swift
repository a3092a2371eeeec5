internal import Documents
internal import Pipelines
internal import Platform
internal import Workspaces

/// `compass completions SHELL`, and what its scripts call.
enum CompletionsCommand {
    private static let shell = Positional<Shell>.required("SHELL", .choice, "The shell to make the script for.")
    private static let words = Positional<[Path]>.many("WORD", ArgumentKind(parse: { $0 }), "The words typed so far.")

    static let command = Command(
        "completions", "Print a script that completes commands in a shell",
        discussion: """
            The script asks this program what may follow, so it offers the workspace's own pipelines as well, and does not \
            have to be made anew after an update.

              bash  source <(compass completions bash)   in ~/.bashrc
              zsh   compass completions zsh > DIR/_compass   with DIR in $fpath
              fish  compass completions fish > ~/.config/fish/completions/compass.fish
            """,
        positionals: [shell.spec]
    ) { context in
        try context.streams.write(context[shell].completionScript)
        return .success
    }

    /// `compass __complete -- WORD…`
    static let query = Command(
        "__complete", "Answer a shell", positionals: [words.spec], isHidden: true
    ) { context in
        let engine = CompletionEngine(root: context.root) { source, workspace in
            switch source {
            case .pipelines: (try? GlobalOptions.workspaceFolder(named: workspace)).map(Self.pipelines) ?? []
            case .stages:
                (try? context.registry())?.all.map { .init(word: $0.spec.name, description: $0.spec.summary) } ?? []
            case .documents, .schools, .channels: await Self.catalogued(source, in: workspace, context)
            default: []
            }
        }
        let answer = await engine.answer(for: context[words])
        try context.streams.print(answer.addition.rawValue)
        for candidate in answer.candidates {
            try context.streams.print(candidate.word + "\t" + candidate.description)
        }
        return .success
    }

    /// By the names of the files, without reading them: a key press should not wait. No workspace is no error here.
    private static func pipelines(in workspace: Path) -> [CompletionEngine.Candidate] {
        let names = (try? Files.list(workspace.appending("pipelines"))) ?? []
        return names.filter { [".yaml", ".yml"].contains($0.fileExtension) && $0.isText }
            .map { CompletionEngine.Candidate(word: $0.stem.description, description: "pipeline") }
    }

    /// What the workspace has. One that cannot be opened is no error here: a shell has no place for one.
    private static func catalogued(
        _ source: CompletionSource, in workspace: Path?, _ context: CommandContext
    ) async -> [CompletionEngine.Candidate] {
        do {
            let root = try GlobalOptions.workspaceFolder(named: workspace)
            try WorkspaceSearch.require(root)
            let registry = try context.builtInRegistry()
            let opened = try await ReadOnlyWorkspace.open(WorkspaceFolder(root, registry: registry), registry: registry)
            if source == .channels {
                return opened.workspace.channels.names.map { .init(word: $0, description: "channel") }
            }
            let catalog = opened.workspace.catalog
            if source == .schools {
                return try await catalog.schools(limit: maxWords, after: nil).items.map {
                    .init(word: $0.id, description: Printable.text($0.name))
                }
            }
            return try await catalog.documents(DocumentQuery(), limit: maxWords, after: nil).items.flatMap { version in
                // Others would have to be quoted in another way by each shell.
                let titled = version.title.utf8.allSatisfy { "-_.".utf8.contains($0) || Self.isLetterOrDigit($0) }
                let id = CompletionEngine.Candidate(
                    word: version.id, description: Printable.text(version.title) + ", " + version.type.label)
                return titled ? [.init(word: version.title, description: version.type.label), id] : [id]
            }
        } catch {
            return []
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// More than anybody reads.
    private static let maxWords = 200
}
