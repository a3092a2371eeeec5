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
    private static let all = CommandOption.flag("all", short: "a", "Also what was released or discarded.")

    static let command = Command(
        "list", "List files in quarantine by stage and reason, newest first",
        examples: ["quarantine", "quarantine list --stage size-check", "quarantine list --all --json"],
        options: [pipeline.spec, stage.spec, kind.spec, all.spec] + ListingOptions.all
    ) { context in
        var query = QuarantineQuery()
        query.state = context[all] ? nil : .held
        query.pipeline = context[pipeline]
        query.stage = context[stage]
        query.kind = context[kind]
        let quarantine = try await context.readOnlyWorkspace().quarantine
        let page = try await quarantine.quarantined(
            query, limit: context[ListingOptions.limit], after: context[ListingOptions.after])
        if context[ListingOptions.json] {
            for entry in page.items { try context.streams.print(json: entry.record) }
        } else if page.items.isEmpty {
            context.streams.note(emptyText(query, after: context[ListingOptions.after]))
        } else {
            let terminal = context.streams.terminal
            let groups = try await quarantine.quarantineGroups(query)
            try context.streams.write(
                QuarantineText(groups: groups, entries: page.items, showsState: context[all])
                    .render(width: terminal.width, style: terminal.style))
        }
        if let next = page.next { context.streams.report("next: \(next)") }
        return .success
    }

    private static func emptyText(_ query: QuarantineQuery, after cursor: String?) -> String {
        if cursor != nil { return "No more files" }
        return query == QuarantineQuery() ? "Nothing is in quarantine" : "No files in quarantine match"
    }
}
