internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents versions ID`
enum DocumentsVersions {
    static let command = Command(
        "versions", "List the versions of a document, newest first",
        options: ListingOptions.timed, positionals: [DocumentsCommand.id.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let versions = try await workspace.catalog.versions(ofSeriesOf: context.documentID(in: workspace))
        let period = try context.period
        try await context.pages(of: versions.filter { period.contains($0.createdAt) }) { page, isFirst in
            if context[ListingOptions.json] {
                for version in page.items { try context.streams.print(json: version.record) }
            } else if !page.items.isEmpty {
                let terminal = context.streams.terminal
                let ids = try await context.shownIDs(of: page.items, in: workspace)
                try context.streams.write(
                    table(page.items, ids: ids, times: context.streams.times).render(
                        width: terminal.width, style: terminal.style, hasHeader: isFirst))
            }
            if let next = page.next { context.streams.report(next: next) }
        }
        return .success
    }

    /// - Parameter ids: as they are shown, one for each version.
    static func table(_ versions: [DocumentVersion], ids: [String], times: TimeText) -> Table {
        var table = Table([
            .main("ID"), .text("VERSION"), .number("SIZE").leftOut(1), .text("UPLOADED").leftOut(2),
            .text("STATE").leftOut(3),
        ])
        for (version, id) in zip(versions, ids) {
            let state = version.trashedAt != nil ? "in the trash" : version.isCurrent ? "Current" : ""
            table.add([
                id, "v\(version.number)", HumanFormat.size(version.size), times.text(version.createdAt),
                state,
            ])
        }
        return table
    }
}
