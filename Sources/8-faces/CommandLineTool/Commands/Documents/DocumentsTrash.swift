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
        options: [DocumentTarget.number.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let catalog = try await context.workspace(storing: false).catalog
        let id = context[DocumentsCommand.id]
        let target = try await DocumentTarget(id, version: context[DocumentTarget.number], in: catalog)
        var ended: [String] = []
        if let version = target.version {
            try await catalog.trashVersion(version.id)
        } else {
            ended = try await catalog.trashDocument(of: id).map(\.school)
        }
        let version = try await catalog.version(target.version?.id ?? id)
        let what = target.version == nil ? "" : "Version \(version.number) of "
        let names = ended.map { Printable.text($0) }.joined(separator: ", ")
        try DocumentOutcome(
            version, json: context[DocumentsCommand.json],
            with: ["ended-shares": .list(ended.map { .string($0) })]
        ).print(
            "\(what)\(Printable.text(version.title)) is in the trash"
                + (ended.isEmpty ? "" : "; \(names) may not view it any more"),
            on: context.streams)
        return .success
    }
}
