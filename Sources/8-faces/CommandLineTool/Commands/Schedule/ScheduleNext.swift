internal import Platform
internal import Representations
internal import Schedules
internal import Workspaces

/// `compass schedule next`
enum ScheduleNext {
    private static let from = CommandOption<String?>.optional(
        "from", "TIME", .word, "Times after this one (default: now).")
    private static let limit = CommandOption.value(
        "limit", short: "n", "N", ArgumentKind.integer(in: 1...1_000_000), "Show that many.", standard: 10, shown: "10")

    static let command = Command(
        "next", "Show when schedules fire next",
        discussion: """
            Looks at all schedules of the workspace, of one pipeline, or at --cron alone, and lists their times in \
            order. On a terminal these are local, and IN ITS ZONE is what clocks show in the schedule's zone, where that differs. \
            \(ScheduleOptions.times)
            """,
        examples: [
            "schedule next", "schedule next nightly-sweep -n 3",
            "schedule next --cron '30 2 * * *' --timezone America/New_York --from 2026-03-07 -n 3 --json",
        ],
        options: [
            ScheduleOptions.cron.spec, ScheduleOptions.timezone.spec, from.spec, limit.spec, ScheduleOptions.json.spec,
        ], positionals: [ScheduleOptions.pipeline.spec]
    ) { context in
        let selection = try ScheduleOptions.selection(context)
        let start = try context[from].map { try selection.time($0, option: "from") } ?? .now()
        if selection.items.isEmpty {
            context.streams.note("No schedules; `on: { schedule: … }` of a pipeline makes one")
            return .success
        }
        let slots = selection.upcoming(after: start).prefix(context[limit])
        if context[ScheduleOptions.json] {
            for slot in slots { try context.streams.print(json: slot.record) }
        } else {
            try print(slots, isOfWorkspace: selection.isOfWorkspace, from: start, context)
        }
        return .success
    }

    private static func print(
        _ slots: some Sequence<UpcomingSlot>, isOfWorkspace: Bool, from start: Timestamp, _ context: CommandContext
    ) throws {
        let slots = Array(slots)
        let times = context.streams.times
        // On a terminal all times are local, as in other lists; what clocks show in the schedule's zone stands beside them.
        let there = slots.map { slot in
            let text = slot.schedule.zone.text(of: slot.at)
            return times.isLocal && times.text(slot.at) != "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
                ? text : ""
        }
        let hasOtherZone = there.contains { !$0.isEmpty }
        var columns: [Table.Column] = [.text("DAY").leftOut(4), .text("AT"), .text("IN").leftOut(3)]
        if hasOtherZone { columns.append(.text("IN ITS ZONE").leftOut(2)) }
        if isOfWorkspace { columns += [.main("PIPELINE"), .flexible("SCHEDULE").leftOut(1)] }
        var table = Table(columns + [.flexible("NOTE").leftOut(5)])
        for (slot, there) in zip(slots, there) {
            let zone = slot.schedule.zone
            var cells = [
                times.isLocal
                    ? SlotText.weekday(LocalClock.shown(at: slot.at), in: .utc) : SlotText.weekday(slot.at, in: zone),
                times.isLocal ? times.text(slot.at) : zone.text(of: slot.at),
                SlotText.distance(from: start, to: slot.at),
            ]
            if hasOtherZone { cells.append(there) }
            if let owner = slot.owner { cells += [owner.pipeline, owner.schedule] }
            table.add(cells + [slot.note ?? ""])
        }
        if table.isEmpty {
            context.streams.note("Never before the year 2500")
        } else {
            try context.streams.write(
                table.render(width: context.streams.terminal.width, style: context.streams.terminal.style))
        }
    }
}
