internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs show RUN`
enum RunsShow {
    private static let json = CommandOption.flag(
        "json", "Print each run as one JSON object; with --items, one object an element.")
    private static let items = CommandOption<String?>.optional(
        "items", "STAGE", .word, "List the elements of this stage with `for-each` in place of the run.")

    static let command = Command(
        "show", "Show a run: every stage's time, outputs, attempts and error, and its notifications",
        discussion: """
            Also the runs that it continues or that continue it, how often its process died, what was undone, and whether its \
            file is in quarantine.
            """,
        examples: ["runs show 01J9ZV5C9A0000000000000000", "runs show 01J9… --items share --limit 1000"],
        options: [
            items.spec, ListingOptions.limit.spec, ListingOptions.after.spec, ListingOptions.everything.spec, json.spec,
        ],
        positionals: [RunsCommand.runs.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let ids = try await context.ids(RunsCommand.runs, of: .run, in: workspace)
        if context[items] != nil, ids.count > 1 {
            throw context.usageError("`--items` lists elements of one run, and \(ids.count) are named")
        }
        for (index, id) in ids.enumerated() {
            guard let detail = try await workspace.journal.run(id) else { throw Problem.noRun(id) }
            if let stage = context[items] {
                try await list(stage, of: detail, in: workspace, context)
                return .success
            }
            if index > 0, !context[json] { try context.streams.print("") }
            try await show(detail, in: workspace, context)
        }
        return .success
    }

    private static func show(
        _ detail: RunDetail, in workspace: Workspace, _ context: CommandContext
    ) async throws {
        let related = try await workspace.records(relatedTo: detail.run)
        if context[json] { return try context.streams.print(json: detail.record(related)) }
        let terminal = context.streams.terminal
        let limits = try await workspace.maxAttempts(of: detail)
        try context.streams.write(
            RunText(detail: detail, related: related, limits: limits, times: context.streams.times)
                .render(width: terminal.width, style: terminal.style))
    }

    /// The elements of a stage with `for-each`.
    private static func list(
        _ name: String, of detail: RunDetail, in workspace: Workspace, _ context: CommandContext
    ) async throws {
        guard let stage = detail.stages.first(where: { $0.id == name }) else {
            throw Problem(
                .notFound,
                "Run \(detail.run.id) has no stage `\(Printable.text(name))`; it has "
                    + detail.stages.map(\.id).joined(separator: ", ") + ".")
        }
        let limits = try await workspace.maxAttempts(of: detail)
        try await context.pages { limit, cursor in
            var after: Int?
            if let cursor {
                guard let item = Int(cursor) else {
                    throw context.usageError(
                        "`--after` must be what a former page said, not `\(Printable.text(cursor))`")
                }
                after = item
            }
            // One more, to know whether there is another page.
            let found = try await workspace.journal.items(
                ofRun: detail.run.id, position: stage.position, after: after, limit: limit + 1)
            let page = Array(found.prefix(limit))
            return Page(items: page, next: found.count > limit ? page.last?.item.map(String.init) : nil)
        } show: { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [
                    .number("ELEMENT"), .text("STATUS"), .text("ATTEMPTS").leftOut(1), .number("TIME").leftOut(2),
                    .flexible("OUTPUTS, ERROR, UNDO"),
                ],
                cells: { cells($0, StageSummary($0, limit: limits[$0.id])) },
                emptyText: context[ListingOptions.after] == nil
                    ? "Stage `\(name)` has no elements" : "No more elements", isFirst: isFirst
            ).print(json: context[json], on: context.streams)
        }
    }

    private static func cells(_ item: StageRecord, _ words: StageSummary) -> [String] {
        let told =
            (item.error.map { ["\($0.message) (\($0.kind))"] } ?? [])
            + item.outputs.entries.map { "\($0.key): \($0.value.text)" } + (words.undo.map { ["undo \($0)"] } ?? [])
        return [
            "\((item.item ?? 0) + 1)", item.status.rawValue, words.attempts,
            item.durationMilliseconds.map { HumanFormat.duration(milliseconds: $0) } ?? "",
            told.joined(separator: "; "),
        ]
    }
}
