internal import Documents
internal import Platform

/// `compass documents trash ID`
enum DocumentsTrash {
    static let command = Command(
        "trash", "Put a version into the trash; the current one takes the whole document along",
        discussion: "Sharing ends at once. `documents restore` takes it out again.",
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let catalog = try await context.workspace().catalog
        let id = context[DocumentsCommand.id]
        try await catalog.trash(id)
        let version = try await catalog.version(id)
        let what = version.isCurrent ? "" : "Version \(version.number) of "
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            "\(what)\(Printable.text(version.title)) is in the trash", on: context.streams)
        return .success
    }
}
