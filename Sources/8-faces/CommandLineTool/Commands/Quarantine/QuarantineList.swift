internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass quarantine list`
enum QuarantineList {
    private static let pipeline = CommandOption<String?>.optional(
        "pipeline", short: "p", "NAME", .word(completedBy: .pipelines), "Only files of this pipeline.")
    private static let stage = CommandOption<String?>.optional(
        "stage", "ID", .word, "Only files that this stage decided on.")
    private static let kind = CommandOption<String?>.optional(
        "kind", "KIND", .word, "Only files with this kind of reason, such as `wrong-extension`.")
    private static let resolved = CommandOption.flag(
        "resolved", short: "a", "Also what was released or discarded.")

    static let command = Command(
        "list", "List files in quarantine by stage and reason, newest first",
        examples: ["quarantine", "quarantine list --stage size-check", "quarantine list --resolved --json"],
        options: [pipeline.spec, stage.spec, kind.spec, resolved.spec] + ListingOptions.timed
    ) { context in
        var query = QuarantineQuery()
        query.state = context[resolved] ? nil : .held
        query.stage = context[stage]
        query.made = try context.period
        query.kind = context[kind]
        let workspace = try await context.readOnlyWorkspace()
        query.pipeline = try await context.pipeline(pipeline, in: workspace)
        if let stage = query.stage { try await workspace.requireStage(stage) }
        if let kind = query.kind { try await workspace.requireReason(kind) }
        let quarantine = workspace.quarantine
        try await context.pages { limit, after in
            try await quarantine.quarantined(
                query, limit: limit, after: after)
        } show: { page, isFirst in
            if context[ListingOptions.json] {
                for entry in page.items { try context.streams.print(json: entry.record) }
            } else if page.items.isEmpty, isFirst {
                context.streams.note(emptyText(query, after: context[ListingOptions.after]))
            } else if !page.items.isEmpty {
                let terminal = context.streams.terminal
                let groups = try await quarantine.quarantineGroups(query)
                let ids = try await context.shownIDs(page.items.map(\.id), of: .entry, in: workspace)
                try context.streams.write(
                    QuarantineText(
                        groups: groups, entries: page.items, ids: ids, showsState: context[resolved],
                        times: context.streams.times
                    )
                    .render(width: terminal.width, style: terminal.style))
            }
            if let next = page.next { context.streams.report(next: next) }
        }
        return .success
    }

    private static func emptyText(_ query: QuarantineQuery, after cursor: String?) -> String {
        if cursor != nil { return "No more files" }
        return query == QuarantineQuery() ? "Nothing is in quarantine" : "No files in quarantine match"
    }
}
