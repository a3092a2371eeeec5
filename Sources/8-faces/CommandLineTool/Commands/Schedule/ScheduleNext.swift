internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Scheduling

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
            order. \(ScheduleOptions.times)
            """,
        examples: [
            "schedule next", "schedule next nightly-sweep -n 3",
            "schedule next --cron '30 2 * * *' --timezone America/New_York --from 2026-03-07 -n 3 --json",
        ],
        options: [
            ScheduleOptions.cron.spec, ScheduleOptions.timezone.spec, from.spec, limit.spec, ScheduleOptions.json.spec,
        ], positionals: [ScheduleOptions.pipeline.spec]
    ) { context in
        let choice = try ScheduleOptions.choice(context)
        let start = try context[from].map { try choice.time($0, option: "from") } ?? .now()
        if choice.chosen.isEmpty {
            context.streams.report("No schedules; `on: { schedule: … }` of a pipeline makes one")
            return .success
        }
        var upcoming = UpcomingTimes(choice.chosen, after: start)
        if context[ScheduleOptions.json] {
            for _ in 0..<context[limit] {
                guard let (chosen, at) = upcoming.next() else { break }
                try context.streams.print(json: record(chosen, at, choice))
            }
        } else {
            try print(&upcoming, choice, from: start, context)
        }
        return .success
    }

    private static func record(_ chosen: ScheduleOptions.Chosen, _ at: Timestamp, _ choice: ScheduleOptions.Choice)
        -> Record
    {
        var record: Record = [
            "at": .string(chosen.schedule.zone.text(of: at)), "utc": .string(HumanFormat.time(at)),
        ]
        if choice.isOfWorkspace {
            record["pipeline"] = .string(chosen.job.pipeline.name)
            record["schedule"] = .string(SlotText.schedule(chosen.job.trigger))
        }
        return record
    }

    private static func print(
        _ upcoming: inout UpcomingTimes, _ choice: ScheduleOptions.Choice, from start: Timestamp,
        _ context: CommandContext
    ) throws {
        var columns: [Table.Column] = [.text("DAY"), .text("AT"), .text("IN")]
        if choice.isOfWorkspace { columns += [.flexible("PIPELINE"), .flexible("SCHEDULE")] }
        var table = Table(columns + [.text("NOTE")])
        for _ in 0..<context[limit] {
            guard let (chosen, at) = upcoming.next() else { break }
            let zone = chosen.schedule.zone
            var cells = [SlotText.weekday(at, in: zone), zone.text(of: at), SlotText.distance(from: start, to: at)]
            if choice.isOfWorkspace {
                cells += [chosen.job.pipeline.name, SlotText.schedule(chosen.job.trigger)]
            }
            table.add(cells + [ClockChangeNote.of(at, chosen.schedule) ?? ""])
        }
        if table.isEmpty {
            context.streams.report("Never before the year 2500")
        } else {
            try context.streams.write(
                table.render(width: context.streams.terminal.width, style: context.streams.terminal.style))
        }
    }
}

/// The times of several schedules in order.
struct UpcomingTimes {
    private var heads: [(chosen: ScheduleOptions.Chosen, at: Timestamp?)]

    init(_ chosen: [ScheduleOptions.Chosen], after start: Timestamp) {
        heads = chosen.map { ($0, $0.schedule.next(after: start)) }
    }

    /// nil: there are no more. Of equal times, in the order of the schedules.
    mutating func next() -> (ScheduleOptions.Chosen, Timestamp)? {
        var first: (index: Int, at: Timestamp)?
        for (index, head) in heads.enumerated() {
            guard let at = head.at, first.map({ at < $0.at }) ?? true else { continue }
            first = (index, at)
        }
        guard let first else { return nil }
        let chosen = heads[first.index].chosen
        heads[first.index].at = chosen.schedule.next(after: first.at)
        return (chosen, first.at)
    }
}
