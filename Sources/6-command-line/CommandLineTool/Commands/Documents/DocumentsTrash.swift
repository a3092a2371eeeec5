internal import Documents
internal import Pipelines
internal import Platform

/// `compass documents trash ID`
enum DocumentsTrash {
    static let command = Command(
        "trash", "Put a document into the trash, or one version of it",
        discussion: """
            ID is that of any version, and the document goes with all of them; sharing ends at once. With --version, that \
            version alone goes, and if it was the current one, the newest other one becomes that. `documents restore` \
            takes it out again. Does not ask.
            """,
        examples: ["documents trash ID", "documents trash ID --version 1"],
        options: [DocumentTarget.number.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let catalog = try await context.workspace().catalog
        let id = context[DocumentsCommand.id]
        let target = try await DocumentTarget(id, version: context[DocumentTarget.number], in: catalog)
        if let version = target.version {
            try await catalog.trashVersion(version.id)
        } else {
            _ = try await catalog.trashDocument(of: id)
        }
        let version = try await catalog.version(target.version?.id ?? id)
        let what = target.version == nil ? "" : "Version \(version.number) of "
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            "\(what)\(Printable.text(version.title)) is in the trash", on: context.streams)
        return .success
    }
}
