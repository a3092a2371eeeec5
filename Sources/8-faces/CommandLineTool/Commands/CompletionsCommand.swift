internal import Pipelines
internal import Platform

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
            case .pipelines: Self.pipelines(in: workspace ?? ".")
            case .stages:
                (try? context.registry())?.all.map { .init(word: $0.spec.name, description: $0.spec.summary) } ?? []
            default: []
            }
        }
        let answer = engine.answer(for: context[words])
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
}
