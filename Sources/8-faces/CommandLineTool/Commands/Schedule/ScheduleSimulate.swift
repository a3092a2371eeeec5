internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Scheduling
internal import Workspaces

/// `compass schedule simulate`
enum ScheduleSimulate {
    private static let from = CommandOption<String?>.optional(
        "from", "TIME", .word, "Scheduled times after this time (default: now).")
    private static let to = CommandOption<String?>.optional(
        "to", "TIME", .word, "Scheduled times up to this time. Required.")
    private static let duration = CommandOption<TimeSpan>.value(
        "duration", "TIME", .duration, "How long every run takes.", standard: TimeSpan(milliseconds: 0), shown: "0s")
    private static let down = CommandOption<[String]>.repeated(
        "down", "FROM/TO", .word, "A time in which nothing of compass runs, such as a machine that is off.")
    private static let overlap = CommandOption<ScheduleTrigger.Overlap?>.optional(
        "overlap", "WAY", .choice, "Of --cron: what to do while the former run is running (default: skip).")
    private static let catchUp = CommandOption<ScheduleTrigger.CatchUp?>.optional(
        "catch-up", "WAY", .choice, "Of --cron: what to do about missed times (default: skip).")
    private static let catchUpLimit = CommandOption<Int?>.optional(
        "catch-up-limit", "N", ArgumentKind.integer(in: 1...10_000),
        "Of --cron: how many missed times `--catch-up all` makes up for (default: 100).")
    private static let jitter = CommandOption<TimeSpan?>.optional(
        "jitter", "TIME", .duration, "Of --cron: the most by which a start is put off (default: 0s).")

    static let command = Command(
        "simulate", "Show what would fire, be skipped and be caught up in a stretch of time",
        discussion: """
            Decides every scheduled time as `compass up` would, with the same code and a clock of its own. Nothing is run \
            or recorded. \(ScheduleOptions.times)
            """,
        examples: [
            "schedule simulate --from 2026-03-07 --to 2026-03-10",
            "schedule simulate nightly-sweep --to 2027-01-01 --duration 25h --json",
            "schedule simulate --cron '*/5 * * * *' --catch-up once --from 2026-01-01 --to 2026-01-01T05:00 "
                + "--down 2026-01-01T01:00/2026-01-01T04:00",
        ],
        options: [
            from.spec, to.spec, duration.spec, down.spec, ScheduleOptions.cron.spec, ScheduleOptions.timezone.spec,
            overlap.spec, catchUp.spec, catchUpLimit.spec, jitter.spec, ScheduleOptions.json.spec,
        ], positionals: [ScheduleOptions.pipeline.spec]
    ) { context in
        let isOfCron =
            context[overlap] != nil || context[catchUp] != nil || context[catchUpLimit] != nil || context[jitter] != nil
        if context[ScheduleOptions.cron] == nil, isOfCron {
            throw context.usageError(
                "--overlap, --catch-up, --catch-up-limit and --jitter go with --cron; a pipeline says them itself")
        }
        if context[catchUpLimit] != nil, context[catchUp] != .all {
            throw context.usageError("--catch-up-limit goes with --catch-up all")
        }
        let selection = try ScheduleOptions.selection(context) { trigger in
            trigger.overlap = context[overlap] ?? trigger.overlap
            trigger.catchUp = context[catchUp] ?? trigger.catchUp
            trigger.catchUpLimit = context[catchUpLimit]
            trigger.jitter = context[jitter]
        }
        guard let end = try context[to].map({ try selection.time($0, option: "to") }) else {
            throw context.usageError("--to is missing")
        }
        let start = try context[from].map { try selection.time($0, option: "from") } ?? .now()
        guard start < end else { throw context.usageError("--to must be later than --from") }
        var simulation = try ScheduleSimulation(selection.items.map(\.job), from: start)
        simulation.duration = context[duration].duration
        simulation.outages = try context[down].map { try outage($0, selection) }
        try play(simulation, until: end, selection, context)
        return .success
    }

    private static func outage(_ text: String, _ selection: ScheduleSelection) throws -> Range<Timestamp> {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw Problem.invalidRequest("option --down: write FROM/TO, two times with a slash between")
        }
        let start = try selection.time(String(parts[0]), option: "down")
        let end = try selection.time(String(parts[1]), option: "down")
        guard start < end else {
            throw Problem.invalidRequest("option --down: the second time must be later than the first")
        }
        return start..<end
    }

    private static func play(
        _ simulation: ScheduleSimulation, until end: Timestamp, _ selection: ScheduleSelection,
        _ context: CommandContext
    ) throws {
        var counts: [SimulationEvent.Kind: Int] = [:]
        try simulation.run(until: end) { event in
            try Task.checkCancellation()
            counts[event.kind, default: 0] += 1 + event.slot.others
            let slot = selection.slot(of: event)
            if context[ScheduleOptions.json] {
                try context.streams.print(json: slot.record)
            } else {
                try context.streams.print(line(slot))
            }
        }
        if !context[ScheduleOptions.json] {
            let parts = SimulationEvent.Kind.allCases.compactMap { kind in
                counts[kind].map { "\($0) \(words(kind))" }
            }
            context.streams.note(parts.isEmpty ? "Nothing is due" : parts.joined(separator: ", "))
        }
    }

    private static func words(_ kind: SimulationEvent.Kind) -> String {
        switch kind {
        case .fires: "fired"
        case .caughtUp: "caught up"
        case .skipped: "skipped"
        case .cancelled: "cancelled"
        }
    }

    /// "Sun 2026-03-08T03:00:00-04:00  skipped    still running"
    private static func line(_ simulated: SimulatedSlot) -> String {
        let (event, zone) = (simulated.event, simulated.zone)
        var words = words(event.kind)
        words += String(repeating: " ", count: 9 - words.utf8.count)
        var parts = [SlotText.weekday(event.slot.at, in: zone) + " " + zone.text(of: event.slot.at), words]
        if simulated.isOfWorkspace { parts += [event.slot.pipeline, event.slot.schedule] }
        var notes: [String] = []
        if let reason = event.slot.reason { notes.append(reason) }
        if event.slot.others > 0 { notes.append("with \(event.slot.others) before it") }
        if event.slot.state == .claimed, event.time != event.slot.at {
            notes.append((event.kind == .cancelled ? "at " : "starts at ") + zone.text(of: event.time))
        }
        parts.append(notes.joined(separator: ", "))
        let text = Printable.text(parts.joined(separator: "  "))
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
