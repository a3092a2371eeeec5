internal import Documents
internal import Platform

/// `compass documents restore ID`
enum DocumentsRestore {
    static let command = Command(
        "restore", "Make a version the current one, also out of the trash",
        discussion: """
            Nothing is copied; the former current version stays in the history. Shares that ended when the document went \
            into the trash do not come back.
            """,
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let version = try await context.workspace().catalog.restore(context[DocumentsCommand.id])
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            "Version \(version.number) of \(Printable.text(version.title)) is the current one", on: context.streams)
        return .success
    }
}
