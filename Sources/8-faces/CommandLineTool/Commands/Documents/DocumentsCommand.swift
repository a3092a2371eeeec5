internal import Platform
internal import Representations

/// `compass documents`: everything that can be done with what is stored.
enum DocumentsCommand {
    static let command = Command(
        group: "documents", "List, show, change, share and download documents",
        discussion: "An ID is that of a version; commands about a whole document take the ID of any of its versions.",
        [
            DocumentsList.command, DocumentsShow.command, DocumentsVersions.command, DocumentsStory.command,
            DocumentsEdit.command,
            DocumentsRestore.command, DocumentsShare.command, DocumentsUnshare.command, DocumentsTrash.command,
            DocumentsDelete.command, DocumentsDownload.command, DocumentsStats.command,
        ])

    static let id = Positional<String>.required("ID", .word, "The id of a version, as `documents list` shows it.")
    static let number = CommandOption<Int?>.optional(
        "version", "N", .integer(in: 1...1_000_000_000),
        "Only version N of the document, as `documents versions` numbers them.")
    static let json = CommandOption.flag("json", "Print the result as one JSON object.")
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
            try streams.print(sentence + ".")
        }
    }
}
