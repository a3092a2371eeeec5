internal import Documents
internal import Platform
internal import Workspaces

/// `compass documents edit ID`
enum DocumentsEdit {
    private static let title = CommandOption<String?>.optional(
        "title", "TEXT", .text, "The new title, up to \(DocumentMetadata.maxTitle) characters; renames every version.")
    private static let description = CommandOption<String?>.optional(
        "description", "TEXT", .text,
        "The new description, up to \(DocumentMetadata.maxDescription) characters; an empty one removes it.")
    private static let school = CommandOption<String?>.optional(
        "school", "SCHOOL", .text(completedBy: .schools),
        "The school that the document is about, by id or name; an empty one makes it general.")

    static let command = Command(
        "edit", "Change a document's title, description or school",
        options: [title.spec, description.spec, school.spec, DocumentsCommand.json.spec],
        positionals: [DocumentsCommand.id.spec]
    ) { context in
        var change = MetadataChange()
        change.title = try context[title].map(DocumentMetadata.title)
        change.description = try context[description].map(DocumentMetadata.description)
        if change == MetadataChange(), context[school] == nil {
            throw context.usageError("nothing to change; give --title, --description or --school")
        }
        let workspace = try await context.workspace(storing: false)
        let id = try await context.documentID(in: workspace)
        if let name = context[school] {
            change.school = name.isEmpty ? "" : try await SchoolNames.known(name, in: workspace.catalog)
        }
        let version = try await workspace.audited(
            context.actor, "documents.edit", .document(id), detail: change.fields
        ) {
            try await workspace.catalog.edit(id, change)
        }
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            "Saved \(Printable.text(version.title))", on: context.streams)
        return .success
    }
}
