internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Workspaces

/// `compass schedule`
enum ScheduleCommand {
    static let command = Command(
        group: "schedule", "Show when schedules fire, and what came of each time",
        discussion: """
            `next` and `simulate` compute what `compass up` will do, and change nothing. `history` lists past scheduled \
            times with their runs.
            """,
        [ScheduleNext.command, ScheduleSimulate.command, ScheduleSlots.command])
}

/// `compass schedule history`
enum ScheduleSlots {
    private static let pipeline = Positional<String?>.optional(
        "PIPELINE", .word(completedBy: .pipelines), "Only times of this pipeline's schedules: its name, or its file's.")

    static let command = Command(
        "history", "List past scheduled times, newest first",
        discussion: """
            A time is `claimed` until its run or batch has ended; then it has that status. A skipped time is \
            `skipped`, with the reason; a row may stand for several then.
            """,
        examples: ["schedule history", "schedule history nightly-sweep --json"],
        options: ListingOptions.timed, positionals: [pipeline.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let times = context.streams.times
        var name: String?
        if let argument = context[pipeline] { name = try await workspace.pipelineWithSlots(argument) }
        try await context.pages(time: \.at) { limit, after in
            try await workspace.schedules.slots(
                ofPipeline: name, limit: limit, after: after)
        } show: { page, isFirst in
            let ids = page.items.compactMap(\.run)
            // Of a run or of a batch: which of them it is, is not told.
            let (runs, batches) = (
                try await context.shownIDs(ids, of: .run, in: workspace),
                try await context.shownIDs(ids, of: .batch, in: workspace)
            )
            let shown = Dictionary(
                zip(ids, zip(runs, batches).map { $0.count > $1.count ? $0 : $1 })
            ) { $1 }
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("AT"), .main("PIPELINE"), .flexible("SCHEDULE").leftOut(3), .outcome("STATE").leftOut(4),
                    .text("RUN").leftOut(1),
                    .flexible("NOTE").leftOut(2),
                ],
                cells: {
                    [
                        times.isLocal
                            ? times.text($0.at) : SlotText.zone(ofSchedule: $0.schedule).text(of: $0.at),
                        $0.pipeline, $0.schedule, $0.state.rawValue, $0.run.map { shown[$0] ?? $0 } ?? "", $0.note,
                    ]
                },
                emptyText: context[ListingOptions.after] == nil
                    ? "No scheduled times yet" : "No more scheduled times", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

extension ScheduleSlot {
    fileprivate var note: String {
        var notes: [String] = []
        if isCaughtUp { notes.append("caught up") }
        if let reason { notes.append(reason) }
        if others > 0 { notes.append("with \(others) before it") }
        return notes.joined(separator: ", ")
    }
}
