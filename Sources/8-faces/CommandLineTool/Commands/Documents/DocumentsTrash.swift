internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents trash ID`
enum DocumentsTrash {
    static let command = Command(
        "trash", "Put a document into the trash, or one version of it",
        discussion: """
            ID is that of any version, and the document goes with all of them; sharing ends at once, and the schools that \
            may not view it any more are named. With --version, that version alone goes, and if it was the current one, \
            the newest other one becomes that. `documents restore` takes it out again, with `--with-shares` for these \
            schools too. Does not ask.
            """,
        examples: ["documents trash ID", "documents trash ID --version 1"],
        options: [DocumentsCommand.number.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let target = try await DocumentTarget(
            context[DocumentsCommand.id], version: context[DocumentsCommand.number], in: workspace.catalog)
        let trashing = try await workspace.trash(target)
        let version = trashing.version
        let what = target.version == nil ? "" : "Version \(version.number) of "
        let names = trashing.ended.map { Printable.text($0) }.joined(separator: ", ")
        try DocumentOutcome(trashing, json: context[DocumentsCommand.json]).print(
            "\(what)\(Printable.text(version.title)) is in the trash"
                + (trashing.ended.isEmpty ? "" : "; \(names) may not view it any more"),
            on: context.streams)
        return .success
    }
}
