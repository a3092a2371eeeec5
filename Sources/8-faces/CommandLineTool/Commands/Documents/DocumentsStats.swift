internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents stats`
enum DocumentsStats {
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "Only documents of this owner.")

    static let command = Command(
        "stats", "Count documents, shares and bytes",
        options: [owner.spec, DocumentsCommand.json.spec]
    ) { context in
        let statistics = try await context.readOnlyWorkspace().catalog.statistics(owner: context[owner])
        if context[DocumentsCommand.json] {
            try context.streams.print(json: statistics.record)
        } else {
            var fields = FieldList()
            fields.add("Total Documents", "\(statistics.total)")
            fields.add("Shared Documents", "\(statistics.shared)")
            fields.add("Most Common Type", statistics.mostCommonType?.label ?? "none")
            fields.add("Total Storage", HumanFormat.size(statistics.storageBytes))
            let terminal = context.streams.terminal
            try context.streams.write(fields.render(width: terminal.width, style: terminal.style))
        }
        return .success
    }
}
