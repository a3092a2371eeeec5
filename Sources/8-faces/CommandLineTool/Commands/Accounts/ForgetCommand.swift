internal import Accounts
internal import Platform
internal import Representations
internal import Workspaces

/// `compass forget OWNER`
enum ForgetCommand {
    private static let yes = CommandOption.flag("yes", short: "y", "Do not ask.")
    private static let owner = Positional<String>.required(
        "OWNER", .word(completedBy: .people), "Who is erased: the word that documents of theirs have as `owner`.")

    static let command = Command(
        "forget", "Erase a person everywhere: documents, runs, notifications, quarantine, account and audit",
        discussion: """
            Lists what will be erased and asks first. Without a terminal it erases nothing unless you give --yes. It cannot be \
            undone. It refuses while runs of the person are running.

            One entry stays in the audit: that a person was erased, when and by whom. Backups stay as they are. So do files \
            that others have received, files in watched folders, and logs of a service manager.
            """,
        examples: ["forget maria", "forget u7 --yes --json"],
        options: [yes.spec, ListingOptions.json.spec], positionals: [owner.spec]
    ) { context in
        let workspace = try await context.workspaceForErasing()
        let erasure = try await PersonErasure(of: context[owner], in: workspace, by: context.actor)
        let what = erasure.description + " (backups and what others have received stay)"
        guard try context.mayErase("erase", what, yes: context[yes]) else { return .failed }
        let erased = try await erasure.perform(by: context.actor)
        if context[ListingOptions.json] {
            try context.streams.print(json: erased.record)
        } else {
            try context.streams.print(sentence: "Erased \(erasure.description(of: erased.holdings)).")
            context.streams.report(sentence: "Backups stay, and so does what others have received.")
        }
        for path in erased.watchedFiles {
            context.streams.report(
                "compass: \(Printable.text(path)) is still in a watched folder and will be processed again unless you remove it"
            )
        }
        for failure in erased.left { context.streams.report("compass: \(failure)") }
        return erased.left.isEmpty ? .success : .failed
    }
}
