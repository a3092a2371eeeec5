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
            A document goes with all its versions, whichever of them is named; sharing ends at once, and the schools that \
            may not view it any more are named. With --version, that version alone goes, and if it was the current one, \
            the newest other one becomes that. `documents restore` takes it out again, with `--with-shares` for these \
            schools too. Does not ask. What is in the trash already stays there.
            """,
        examples: ["documents trash 'Fall Highlights'", "documents trash clip --version 1"],
        options: [DocumentsCommand.number.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        for id in try await context.documentIDs(in: workspace) {
            let target = try await DocumentTarget(
                id, version: context[DocumentsCommand.number], in: workspace.catalog)
            // A command that is given again, as after it was killed, finds done what it is to do.
            let isRepeated = target.isTrashed
            let trashing =
                isRepeated
                ? DocumentTrashing(version: target.named, ended: [])
                : try await workspace.audited(context.actor, "documents.trash", .document(id), detail: target.scope) {
                    try await workspace.trash(target)
                }
            let version = trashing.version
            let what = target.version == nil ? "" : "Version \(version.number) of "
            let names = trashing.ended.map { Printable.text($0) }.joined(separator: ", ")
            try DocumentOutcome(trashing, json: context[DocumentsCommand.json]).print(
                "\(what)\(Printable.text(version.title)) is in the trash\(isRepeated ? " already" : "")"
                    + (trashing.ended.isEmpty ? "" : "; \(names) may not view it any more"),
                on: context.streams)
        }
        return .success
    }
}

/// `compass documents restore ID`
enum DocumentsRestore {
    private static let number = CommandOption<Int?>.optional(
        "version", "N", .integer(in: 1...1_000_000_000),
        "Go back to version N of the document, as `documents versions` numbers them.")
    private static let withShares = CommandOption.flag(
        "with-shares", "Also bring back the shares that ended when the document went into the trash.")

    static let command = Command(
        "restore", "Make a version the current one, also out of the trash",
        discussion: """
            A title means the current version: `--version N` goes back to a former one. Nothing is copied; what was the \
            current version stays in the history. Shares that ended when the document went \
            into the trash come back with `--with-shares`; otherwise they are named, and a later `restore ID \
            --with-shares` still brings them back, until the document goes into the trash again.
            """,
        examples: [
            "documents restore 'Fall Highlights' --with-shares", "documents restore 'Fall Highlights' --version 1",
        ],
        options: [number.spec, withShares.spec, DocumentsCommand.json.spec],
        positionals: [DocumentsCommand.restorableIDs.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        // Nothing is done with any before the version of each is known.
        var targets: [DocumentTarget] = []
        for id in try await context.documentIDs(in: workspace, trashed: true) {
            targets.append(try await DocumentTarget(id, version: context[number], in: workspace.catalog))
        }
        for target in targets {
            let id = target.named.id
            let restoration = try await workspace.audited(
                context.actor, "documents.restore", .document(id), detail: context[withShares] ? "with shares" : nil
            ) {
                try await workspace.restore(id, withShares: context[withShares])
            }
            try DocumentOutcome(restoration, json: context[DocumentsCommand.json]).print(
                sentence(restoration, hasFormer: context[number] == nil && target.versions.count > 1),
                on: context.streams)
        }
        return .success
    }

    /// - Parameter hasFormer: whether another version may have been meant.
    private static func sentence(_ restoration: DocumentRestoration, hasFormer: Bool) -> String {
        let (version, back, ended) = (restoration.version, restoration.restored, restoration.ended)
        var sentence = "Version \(version.number) of \(Printable.text(version.title)) "
        let isSame = restoration.wasCurrent && back.isEmpty
        sentence += isSame ? "was the current one already" : "is the current one"
        if isSame, hasFormer { sentence += "; --version N goes back to a former one" }
        if !back.isEmpty {
            sentence += ", and \(back.map { Printable.text($0) }.joined(separator: ", ")) may view it again"
        } else if !ended.isEmpty {
            let names = ended.map { Printable.text($0) }.joined(separator: ", ")
            sentence += "; \(names) could view it before it went into the trash and may not now: `compass documents "
            sentence += "restore \(version.id) --with-shares` shares it again"
        }
        return sentence
    }
}
