internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs prune`
enum PruneCommand {
    private static let age = CommandOption<TimeSpan?>.optional(
        "older-than", "TIME", .duration, "Remove runs that ended longer ago, such as 30d (default: the workspace's).")
    private static let keep = CommandOption<Int?>.optional(
        "keep", "N", .integer(in: 0...1_000_000_000), "The newest N finished runs stay whatever their age.")
    private static let dryRun = CommandOption.flag("dry-run", "Say how many runs would be removed, and remove none.")
    private static let json = CommandOption.flag("json", "Print one JSON object with the number of runs.")

    static let command = Command(
        "prune", "Remove old finished runs from the journal",
        discussion: """
            With --older-than, runs that ended earlier are removed; with --keep alone, all but the newest ones; with \
            neither, what `retention` in compass.yaml says (90d unless given), as `compass run` and `compass runs resume` \
            do by themselves, a batch each time. Documents in the trash that are past `retention.trash` are erased too \
            then.

            Unfinished runs stay, and so do those whose file is held in quarantine or whose notification waits. Versions \
            in the catalog are not touched. It does not ask, so that it can be a job; --dry-run says what would go. It is done in small batches, between which others may write.
            """,
        examples: ["runs prune", "runs prune --older-than 30d --dry-run", "runs prune --keep 10000"],
        options: [age.spec, keep.spec, dryRun.spec, json.spec]
    ) { context in
        let workspace = try await (context[dryRun] ? context.readOnlyWorkspace() : context.workspaceForErasing())
        let retention = Retention(workspace: workspace)
        let own = Retention.Rule(olderThan: context[age], keeping: context[keep])
        let isOwn = context[age] != nil || context[keep] != nil
        if context[dryRun] {
            try print(try await retention.count(isOwn ? [own] : retention.rules), isDryRun: true, context)
            return .success
        }
        var shown = 0
        let show = { (count: Int, isLast: Bool) -> Bool in
            shown += count
            if context.streams.errorTerminal.isInteractive, shown % 10_000 < count {
                context.streams.note("\(shown) removed …")
            }
            return true
        }
        let rule = [
            context[age].map { "older than \($0)" }, context[keep].map { "keeping \($0)" },
        ].compactMap { $0 }.joined(separator: ", ")
        let removed = try await workspace.audited(
            context.actor, "runs.prune", .workspace, detail: isOwn ? rule : nil
        ) {
            if isOwn { return try await retention.prune([own], batchEnded: show).removed }
            let removal = try await retention.removeExpired(batchEnded: show)
            for failure in removal.failures { context.streams.report("compass: \(failure)") }
            if removal.versions > 0 {
                context.streams.note("\(HumanFormat.count(removal.versions, "version")) in the trash erased")
            }
            return removal.runs
        }
        try print(removed, isDryRun: false, context)
        return .success
    }

    private static func print(_ count: Int, isDryRun: Bool, _ context: CommandContext) throws {
        if context[json] {
            try context.streams.print(json: [isDryRun ? "removable" : "removed": .integer(Int64(count))])
        } else {
            let runs = HumanFormat.count(count, "run")
            try context.streams.print(isDryRun ? "\(runs) would be removed." : "Removed \(runs).")
        }
    }
}

extension ArgumentKind where Value == TimeSpan {
    /// "30s", "90d".
    static var duration: ArgumentKind {
        ArgumentKind(parse: { argument throws(ArgumentError) in
            guard let span = try? TimeSpan(argument.text), argument.isText else {
                throw ArgumentError("must be a duration such as 12h or 30d")
            }
            return span
        })
    }
}
