internal import Platform

/// `compass completions SHELL`, and what its scripts call.
enum CompletionsCommand {
    private static let shell = Positional<Shell>.required("SHELL", .choice, "The shell to make the script for.")
    private static let words = Positional<[Path]>.many("WORD", ArgumentKind(parse: { $0 }), "The words typed so far.")

    static let command = Command(
        "completions", "Print a script that completes commands in a shell",
        discussion: """
            The script asks this program what may follow, so it offers what the workspace has as well: pipelines and \
            their inputs, titles and ids of documents, schools, runs and the like. It does not have to be made again after an \
            update.

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
        let known = CompletionWords(context: context)
        let engine = CompletionEngine(root: context.root) { await known.find($0, $1) }
        let answer = await engine.answer(for: context[words])
        try context.streams.print(answer.addition.rawValue)
        // A shell reads lines: what would break one, or move its cursor, is not offered.
        for candidate in answer.candidates where Printable.text(candidate.word) == candidate.word {
            try context.streams.print(candidate.word + "\t" + candidate.description)
        }
        return .success
    }
}
