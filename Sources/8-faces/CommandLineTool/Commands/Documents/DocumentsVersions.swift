internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents versions ID`
enum DocumentsVersions {
    static let command = Command(
        "versions", "List all versions of a document, newest first",
        options: [ListingOptions.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let versions = try await workspace.catalog.versions(ofSeriesOf: context.documentID(in: workspace))
        if context[ListingOptions.json] {
            for version in versions { try context.streams.print(json: version.record) }
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(table(versions).render(width: terminal.width, style: terminal.style))
        }
        return .success
    }

    static func table(_ versions: [DocumentVersion]) -> Table {
        var table = Table([
            .text("ID"), .text("VERSION"), .number("SIZE"), .text("UPLOADED"), .text("STATE"),
        ])
        for version in versions {
            let state = version.trashedAt != nil ? "in the trash" : version.isCurrent ? "Current" : ""
            table.add([
                version.id, "v\(version.number)", HumanFormat.size(version.size), HumanFormat.time(version.createdAt),
                state,
            ])
        }
        return table
    }
}
