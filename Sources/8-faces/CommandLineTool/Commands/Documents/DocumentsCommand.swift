internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents`: everything that can be done with what is stored.
enum DocumentsCommand {
    static let command = Command(
        group: "documents", "List, show, change, share and download documents",
        discussion: """
            A DOCUMENT is named by the id of a version, the beginning of one, or its title, in any case. Commands about a \
            whole document take the id of any of its versions; a title means the current one.
            """,
        [
            DocumentsList.command.alsoCalled("ls", "search", "find"), DocumentsShow.command, DocumentsVersions.command,
            DocumentsStory.command, DocumentsEdit.command, DocumentsRestore.command, DocumentsShare.command,
            DocumentsUnshare.command, DocumentsTrash.command.alsoCalled("rm"), DocumentsDelete.command,
            DocumentsDownload.command.alsoCalled("cp", "get"), DocumentsOpen.command, DocumentsStats.command,
        ])

    static let id = Positional<String>.required(
        "DOCUMENT", .word(completedBy: .documents), "Its title, the id of a version, or the beginning of one.")
    static let ids = documents(completedBy: .documents)
    /// The same for commands that are also about what lies in the trash.
    static let allIDs = documents(completedBy: .allDocuments)
    static let restorableIDs = documents(completedBy: .restorable)

    /// What differs is what a shell offers; each reads the same argument.
    private static func documents(completedBy source: CompletionSource) -> Positional<[String]> {
        .many(
            "DOCUMENT", .word(completedBy: source), "Its title, the id of a version, or the beginning of one.",
            minimum: 1)
    }

    static let number = CommandOption<Int?>.optional(
        "version", "N", .integer(in: 1...1_000_000_000),
        "Only version N of the document, as `documents versions` numbers them.")
    static let json = CommandOption.flag("json", "Print the result as one JSON object.")
}

extension CommandContext {
    /// The id of the version that the command line names.
    ///
    /// - Parameter trashed: whether what lies in the trash is looked for first.
    /// - Throws: as `DocumentName.version`.
    func documentID(in workspace: Workspace, trashed: Bool = false) async throws -> String {
        try await DocumentName(self[DocumentsCommand.id]).version(in: workspace, trashed: trashed).id
    }

    /// The ids of versions as they are shown: on a terminal as long as they have to be, since what a person reads, a person
    /// types; otherwise whole.
    func shownIDs(of versions: [DocumentVersion], in workspace: Workspace) async throws -> [String] {
        try await shownIDs(versions.map(\.id), of: .version, in: workspace)
    }

    /// Those that arguments name, each once. Nothing is done with any before all are known.
    func documentIDs(
        _ positional: Positional<[String]> = DocumentsCommand.ids, in workspace: Workspace, trashed: Bool = false
    ) async throws -> [String] {
        var ids: [String] = []
        for name in self[positional] {
            let id = try await DocumentName(name).version(in: workspace, trashed: trashed).id
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}

/// What a command that changed a document prints: a sentence, or the document as it is now.
struct DocumentOutcome {
    private let value: any JSONRepresentable
    private let json: Bool

    init(_ value: any JSONRepresentable, json: Bool) {
        self.value = value
        self.json = json
    }

    func print(_ sentence: String, on streams: StandardStreams) throws {
        if json {
            try streams.print(json: value.record)
        } else {
            try streams.print(sentence: sentence + ".")
        }
    }
}
