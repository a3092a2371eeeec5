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
        let restoration = try await context.workspace(storing: false).restore(
            context[DocumentsCommand.id], withShares: context[withShares])
        let (version, back, ended) = (restoration.version, restoration.restored, restoration.ended)
        var sentence = "Version \(version.number) of \(Printable.text(version.title)) is the current one"
        if !back.isEmpty {
            sentence += ", and \(back.map { Printable.text($0) }.joined(separator: ", ")) may view it again"
        } else if !ended.isEmpty {
            let names = ended.map { Printable.text($0) }.joined(separator: ", ")
            sentence += "; \(names) could view it before it went into the trash and may not now: `compass documents "
            sentence += "restore \(version.id) --with-shares` shares it again"
        }
        try DocumentOutcome(restoration, json: context[DocumentsCommand.json]).print(sentence, on: context.streams)
        return .success
    }
}
