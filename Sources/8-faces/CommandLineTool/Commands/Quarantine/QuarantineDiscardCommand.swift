internal import Documents
internal import Pipelines
internal import Accounts
internal import Platform
internal import Representations
internal import Workspaces

/// `compass quarantine discard ID…`
enum QuarantineDiscardCommand {
    private static let yes = CommandOption.flag("yes", short: "y", "Do not ask.")

    static let command = Command(
        "discard", "Give files in quarantine up: what was kept of them is erased",
        discussion: """
            Asks first. Where standard input or standard error is no terminal, nothing is discarded without --yes. It \
            cannot be undone. The original is never touched: a file that is kept by \
            reference stays where it is. A file that was discarded before is told, and is no error.
            """,
        options: [yes.spec, QuarantineCommand.json.spec], positionals: [QuarantineCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspaceForErasing()
        // A command that is given again, as after it was killed, finds done what it is to do.
        var ids: [String] = []
        for id in try await context.ids(QuarantineCommand.ids, of: .entry, in: workspace) {
            if try await workspace.quarantine.entry(id).state == .discarded {
                context.streams.report("\(id) was discarded already")
            } else {
                ids.append(id)
            }
        }
        let discard = try await QuarantineDiscard(ids, in: workspace)
        if ids.isEmpty {
            try await discard.sweep()
            return .success
        }
        let what = DocumentTarget.list(discard.entries.map { "`\(Printable.text($0.file))`" })
        guard try context.mayErase("discard", what, yes: context[yes]) else { return .failed }
        for entry in discard.entries {
            let discarded = try await workspace.audited(
                context.actor, "quarantine.discard", .entry(entry.id), outcome: { $0 == nil ? .refused : .succeeded }
            ) {
                try await discard.discard(entry)
            }
            guard let discarded else {
                context.streams.report("\(entry.id) is not held any more")
                continue
            }
            if context[QuarantineCommand.json] {
                try context.streams.print(json: discarded.record)
            } else {
                try context.streams.print("Discarded \(Printable.text(entry.file)).")
            }
        }
        try await discard.sweep()
        return .success
    }
}
