internal import Diagnostics
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents show ID`
enum DocumentsShow {
    static let command = Command(
        "show", "Show a document: its fields, its shares, its versions",
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let history = try await context.readOnlyWorkspace().history(of: context[DocumentsCommand.id])
        if context[DocumentsCommand.json] {
            try context.streams.print(json: history.record)
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(
                text(history.version, history.versions, width: terminal.width, style: terminal.style))
        }
        return .success
    }

    static func text(_ version: DocumentVersion, _ versions: [DocumentVersion], width: Int?, style: Style) -> String {
        var fields = FieldList()
        fields.add("ID", version.id)
        fields.add("Type", version.type.label)
        fields.add("Version", "v\(version.number)" + (version.isCurrent ? " (current)" : ""))
        fields.add("Description", version.description)
        fields.add("School", version.school ?? "General")
        fields.add("Owner", version.owner)
        fields.add("Shared with", version.sharedWith.isEmpty ? "nobody" : version.sharedWith.joined(separator: ", "))
        fields.add("Uploaded", HumanFormat.time(version.createdAt))
        fields.add("File", version.name)
        fields.add("File type", version.mimeType)
        fields.add("Size", "\(HumanFormat.size(version.size)) (\(version.size) bytes)")
        fields.add("SHA-256", version.sha256)
        fields.add("Stored at", version.fileURL)
        fields.add("Run", version.run)
        fields.add("In the trash", version.trashedAt.map { "since " + HumanFormat.time($0) })
        let others = versions.filter { $0.id != version.id }
        return style.bold(Printable.text(version.title)) + "\n" + fields.render(width: width, style: style) + "\n"
            + style.bold("Version History") + "\n"
            + (others.isEmpty ? "  No previous versions\n" : DocumentsVersions.table(versions).render(width: width))
    }
}
