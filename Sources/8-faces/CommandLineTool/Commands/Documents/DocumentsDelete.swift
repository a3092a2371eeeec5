internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents delete ID`
enum DocumentsDelete {
    private static let yes = CommandOption.flag("yes", short: "y", "Do not ask.")

    static let command = Command(
        "delete", "Erase a document with all its versions, or one version of it",
        discussion: """
            A document goes with all its versions, whichever of them is named; with --version, that version alone goes, \
            and if it was the current one, the newest other one becomes that. The only version is not deleted by itself.

            Asks first, and names all that goes. Where standard input or standard error is no terminal, nothing is \
            deleted without --yes. It cannot be undone; `documents trash` can. It works on a full disk too.
            """,
        examples: ["documents delete 'Fall Highlights'", "documents delete clip --version 1 --yes"],
        options: [DocumentsCommand.number.spec, yes.spec, DocumentsCommand.json.spec],
        positionals: [DocumentsCommand.allIDs.spec]
    ) { context in
        let workspace = try await context.workspaceForErasing()
        var code = ExitCode.success
        for id in try await context.documentIDs(in: workspace) {
            code = code.combined(with: try await delete(id, workspace, context))
        }
        return code
    }

    private static func delete(
        _ id: String, _ workspace: Workspace, _ context: CommandContext
    ) async throws -> ExitCode {
        let target = try await DocumentTarget(
            id, version: context[DocumentsCommand.number], in: workspace.catalog)
        guard try context.mayErase("delete", target.description, yes: context[yes]) else { return .failed }
        let (erased, left) = try await workspace.audited(
            context.actor, "documents.delete", .document(id), detail: target.scope
        ) {
            try await workspace.delete(target, isConfirmed: !context[yes])
        }
        let title = Printable.text(erased[0].title)
        if context[DocumentsCommand.json] {
            for version in erased { try context.streams.print(json: version.record) }
        } else if let version = target.version {
            try context.streams.print("Deleted version \(version.number) of \(title).")
        } else {
            try context.streams.print("Deleted \(title), \(HumanFormat.count(erased.count, "version")).")
        }
        for failure in left { context.streams.report("compass: \(failure)") }
        return left.isEmpty ? .success : .failed
    }
}
