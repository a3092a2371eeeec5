internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents stats`
enum DocumentsStats {
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "Only documents of this owner.")

    static let command = Command(
        "stats", "Count documents, shares and bytes, and what quarantine and the database take",
        options: [owner.spec, DocumentsCommand.json.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let statistics = try await workspace.statistics(owner: context.owner(owner, in: workspace))
        if context[DocumentsCommand.json] {
            try context.streams.print(json: statistics.record)
        } else {
            var fields = FieldList()
            fields.add("Total Documents", "\(statistics.documents.total)")
            fields.add("Shared Documents", "\(statistics.documents.shared)")
            fields.add("Most Common Type", statistics.documents.mostCommonType?.label ?? "none")
            fields.add("Total Storage", HumanFormat.size(statistics.documents.storageBytes))
            let quarantine = statistics.quarantine
            let files = HumanFormat.count(quarantine.files, "file")
            fields.add(
                "Quarantine", quarantine.files == 0 ? "empty" : "\(files), \(HumanFormat.size(quarantine.bytes))")
            if let bytes = statistics.databaseBytes { fields.add("Database", HumanFormat.size(bytes)) }
            let terminal = context.streams.terminal
            try context.streams.write(fields.render(width: terminal.width, style: terminal.style))
        }
        return .success
    }
}
