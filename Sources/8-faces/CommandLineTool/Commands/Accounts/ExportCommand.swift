internal import Accounts
internal import Platform
internal import Representations
internal import Workspaces

/// `compass export [OWNER]`
enum ExportCommand {
    private static let owner = Positional<String?>.optional(
        "OWNER", .word(completedBy: .people),
        "Whose: the word that documents of theirs have as `owner` (default: the workspace's owner).")
    private static let output = CommandOption<Path?>.optional(
        "output", short: "o", "DIR", .folder, "The folder to make: it is not there, or empty (default: OWNER-export).")
    private static let format = CommandOption<PersonExport.Format?>.optional(
        "format", "FORMAT", .choice, "How the list of documents is written (default: both).")

    static let command = Command(
        "export", "Write all that is kept about a person into a folder",
        discussion: """
            Every version of every document under its title, also of what is in the trash, and a row for each with all that \
            is known of it, in `documents.csv` and `documents.json`; runs, notifications, files in quarantine, uploads, links, \
            the account without its secrets and the audit as JSON.

            The SHA-256 of every version is compared on the way. What is damaged or missing is reported at the end, and the exit \
            status is 1. The folder appears whole or not at all.
            """,
        examples: ["export -o jordan", "export maria --output maria --format csv"],
        options: [output.spec, format.spec, ListingOptions.json.spec], positionals: [owner.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let person = context[owner] ?? workspace.owner
        let target = context[output] ?? Path(person.split(separator: "/").joined(separator: "_") + "-export")
        let display = ProgressDisplay(
            streams: context.streams, isSilent: context[ListingOptions.json] || !context.streams.terminal.isInteractive)
        let name = Printable.text(person)
        display.started("export", name: name)
        let start = ContinuousClock.now
        let exported: ExportReport
        do {
            exported = try await PersonExport(of: person, in: workspace, format: context[format] ?? .both).write(
                to: target
            ) {
                display.advanced("export", done: $0, total: $1)
            }
        } catch {
            display.finished(
                "export", .failed, detail: "", milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
            throw error
        }
        display.finished(
            "export", .succeeded, detail: "\(target)", milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
        if context[ListingOptions.json] {
            try context.streams.print(json: exported.record)
        } else {
            try context.streams.print(
                sentence: "Exported \(HumanFormat.documents(exported.documents, trashed: exported.trashed))"
                    + ", \(HumanFormat.count(exported.versions, "version")) (\(HumanFormat.size(exported.bytes)))"
                    + " and \(HumanFormat.count(exported.runs, "run")) of \(name) to \(Printable.text(target.text)).")
        }
        for problem in exported.problems { context.streams.report("compass: \(problem)") }
        return exported.problems.isEmpty ? .success : .failed
    }
}
