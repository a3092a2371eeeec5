internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import QuarantineFolder
internal import Representations
internal import Workspaces

/// `compass quarantine discard ID…`
enum QuarantineDiscard {
    private static let yes = CommandOption.flag("yes", short: "y", "Do not ask.")

    static let command = Command(
        "discard", "Give files in quarantine up: what was kept of them is erased",
        discussion: """
            Asks first. Where standard input or standard error is no terminal, nothing is discarded without --yes. It \
            cannot be undone. The original is never touched: a file that is kept by \
            reference stays where it is.
            """,
        options: [yes.spec, QuarantineCommand.json.spec], positionals: [QuarantineCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspaceForErasing()
        try await workspace.sweepQuarantine()
        let entries = try await workspace.quarantine.held(context[QuarantineCommand.ids])
        var claims: [FileDescriptor] = []
        for entry in entries {
            guard let claim = try workspace.quarantineFolder.claim(entry.id) else {
                throw Problem.refused("Another process is releasing or discarding \(entry.id) just now.")
            }
            claims.append(claim)
            if case .going(let run) = try await Settlement(workspace: workspace).settle(entry) {
                throw Problem.refused("Run \(run) works with \(entry.id).", advice: [.cancelRun(run)])
            }
        }
        let what = DocumentTarget.list(entries.map { "`\(Printable.text($0.file))`" })
        guard try context.mayErase("discard", what, yes: context[yes]) else { return .failed }
        for entry in entries {
            // The record first: bytes that are left when this process dies are swept, the reverse would be a lie.
            guard try await workspace.quarantine.resolve(entry.id, as: .discarded, to: nil) else {
                context.streams.report("\(entry.id) is not held any more")
                continue
            }
            Failpoint.pass("quarantine.resolved")
            try await workspace.quarantineFolder.discard(entry.kept)
            if context[QuarantineCommand.json] {
                try await context.streams.print(json: workspace.quarantine.entry(entry.id).record)
            } else {
                try context.streams.print("Discarded \(Printable.text(entry.file)).")
            }
        }
        withExtendedLifetime(claims) {}
        // A claim on a file that is kept by reference has left an empty folder.
        try await workspace.sweepQuarantine()
        return .success
    }
}
