internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents restore ID`
enum DocumentsRestore {
    private static let withShares = CommandOption.flag(
        "with-shares", "Also bring back the shares that ended when the document went into the trash.")

    static let command = Command(
        "restore", "Make a version the current one, also out of the trash",
        discussion: """
            Nothing is copied; the former current version stays in the history. Shares that ended when the document went \
            into the trash come back with `--with-shares`; otherwise they are named, and a later `restore ID \
            --with-shares` still brings them back, until the document goes into the trash again.
            """,
        options: [withShares.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let catalog = try await context.workspace(storing: false).catalog
        let id = context[DocumentsCommand.id]
        let restored = try await catalog.restore(id, withShares: context[withShares])
        let (version, back) = (restored.version, restored.shares.map(\.school))
        let ended = try await catalog.endedShares(of: id).map(\.school).filter { !version.sharedWith.contains($0) }
        var sentence = "Version \(version.number) of \(Printable.text(version.title)) is the current one"
        if !back.isEmpty {
            sentence += ", and \(back.map { Printable.text($0) }.joined(separator: ", ")) may view it again"
        } else if !ended.isEmpty {
            let names = ended.map { Printable.text($0) }.joined(separator: ", ")
            sentence += "; \(names) could view it before it went into the trash and may not now: `compass documents "
            sentence += "restore \(version.id) --with-shares` shares it again"
        }
        try DocumentOutcome(
            version, json: context[DocumentsCommand.json],
            with: [
                "restored-shares": .list(back.map { .string($0) }), "ended-shares": .list(ended.map { .string($0) }),
            ]
        ).print(sentence, on: context.streams)
        return .success
    }
}
