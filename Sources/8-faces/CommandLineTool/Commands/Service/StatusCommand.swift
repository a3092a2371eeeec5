internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// `compass status`
enum StatusCommand {
    private static let limit = CommandOption<Int?>.optional(
        "limit", short: "n", "N", ArgumentKind.integer(in: 1...100_000),
        "Show at most that many of each kind (default: 20; with --json all).")
    private static let requireRunning = CommandOption.flag(
        "require-running", "Exit with status 1 when no `compass up` runs.")

    static let command = Command(
        "status", "Show what `compass up` does and what it waits for",
        discussion: """
            Shows of a running `compass up`: watched folders, files that wait or are ignored and why, paused folders, schedules \
            with their next times, running runs, and files that a reload refused. This works even when compass.yaml is \
            wrong or the database cannot be read.

            If no `compass up` is running, it says so and shows what is on record: unfinished runs and batches, scheduled times \
            that have started, notifications and quarantine.

            Exit status: 0 in both cases; with --require-running 1 if no `compass up` is running.
            """,
        examples: ["status", "status --json", "status --require-running", "-w /srv/compass status --limit 100"],
        options: [limit.spec, requireRunning.spec, ListingOptions.json.spec]
    ) { context in
        let (folder, refusal) = try read(context.existingWorkspace(), context.registry())
        let service = try ControlQuery.status(of: folder)
        var records = service ?? [StatusRecords.notRunning]
        var shownIDs: [String: String] = [:]
        let isRunning = service != nil
        do {
            if let refusal { throw refusal }
            let workspace = try await context.readOnlyWorkspace(mayBeLost: true)
            records += try await StoredStatus(workspace: workspace, now: Timestamp.now()).records(
                isRunning: isRunning)
            shownIDs = try await context.shownIDs(of: records, in: workspace)
        } catch {
            // Without a service there is nothing else to tell.
            guard isRunning, !(error is CancellationError) else { throw error }
            context.streams.report(
                ErrorReport(error, style: context.streams.errorTerminal.style).text
                    + "\ncompass: showing what `compass up` reports, without the database"
            )
        }
        if context[ListingOptions.json] {
            var counts: [String: Int] = [:]
            for record in records {
                let kind = record["kind"]?.string ?? ""
                counts[kind, default: 0] += 1
                if let limit = context[limit], counts[kind, default: 0] > limit { continue }
                try context.streams.print(json: record)
            }
        } else {
            let terminal = context.streams.terminal
            let text = StatusText(
                records: records, shownIDs: shownIDs, limit: context[limit] ?? 20, width: terminal.width,
                style: terminal.style,
                times: context.streams.times)
            try context.streams.write(text.render())
        }
        return context[requireRunning] && !isRunning ? .failed : .success
    }

    /// The workspace, and why its file cannot be used.
    private static func read(_ root: Path, _ registry: Registry) throws -> (WorkspaceFolder, refusal: InvalidFiles?) {
        do {
            return (try WorkspaceFolder(root, registry: registry), nil)
        } catch let error as InvalidFiles {
            return (WorkspaceFolder(withoutFileIn: root), error)
        }
    }
}

extension CommandContext {
    /// Ids of runs and batches in what `status` tells, as they are shown.
    fileprivate func shownIDs(of records: [Record], in workspace: Workspace) async throws -> [String: String] {
        var shown: [String: String] = [:]
        let ids = records.flatMap { record in ["run", "batch"].compactMap { record[$0]?.string } }
        // A slot has started a run or a batch, and which of them is not told: the longer one means it.
        for kind in [IdentifierKind.run, .batch] {
            for (id, short) in zip(ids, try await shownIDs(ids, of: kind, in: workspace)) {
                shown[id] = short.count > shown[id]?.count ?? 0 ? short : shown[id]
            }
        }
        return shown
    }
}
