internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Scheduling
internal import Service
internal import Workspaces

/// The page of the schedules.
enum SchedulePageRoutes {
    static let all: [Route] = [show]

    private static let month = Parameter<String?>.optional(
        "month",
        ParameterKind(
            schema: .string(pattern: "^[0-9]{4}-[0-9]{2}$"), parse: { CalendarMonth.parse($0) == nil ? nil : $0 },
            expectation: "a month such as 2026-11"), "Which the calendar shows; the present one unless said otherwise.")
    private static let zone = Parameter<String?>.optional(
        "zone", .text(maxLength: 100), "Of the calendar; one of those that schedules have, or UTC.")

    private static let show = Route(
        .get, "/schedules", "showSchedules", .pages, "Show when schedules fire", access: .admin,
        parameters: [month.spec, zone.spec], answers: [.content(200, "text/html", "The page.")],
        examples: [
            RouteExample("This month"), RouteExample("Another one", query: [("month", "2027-03"), ("zone", "UTC")]),
            RouteExample("An unknown month", query: [("month", "2026-13")], status: 400),
        ]
    ) { request in
        let view = try await read(request, month: try request[month], zone: try request[zone])
        return try await request.page(SchedulesPage.page(view))
    }

    private static func read(_ request: RouteRequest, month: String?, zone: String?) async throws -> SchedulesView {
        let now = Timestamp.now()
        let selection = try ScheduleSelection(of: request.server.service.pipelines)
        let zones = Dictionary(selection.items.map { ($0.schedule.zone.name, $0.schedule.zone) }) { first, _ in first }
            .merging(["UTC": .utc]) { first, _ in first }
        let chosen = zone.flatMap { zones[$0] } ?? selection.zone
        let shown =
            month.flatMap(CalendarMonth.parse).flatMap { CalendarMonth(year: $0.year, month: $0.month, in: chosen) }
            ?? CalendarMonth(of: now, in: chosen)
        let decided = try await slots(request, from: shown.days.first?.start ?? now)
        let report = request.server.service.report()
        return SchedulesView(
            lines: selection.items.map { item in
                let name = item.job.pipeline.name
                let status = report.schedules.first { $0.pipeline == name && $0.cron == item.job.trigger.cron }
                return SchedulesView.Line(
                    pipeline: name, trigger: item.job.trigger, next: item.schedule.next(after: now),
                    trouble: status?.trouble ?? report.refusals[name])
            }, upcoming: Array(selection.upcoming(after: now).prefix(12)), month: shown,
            fires: SchedulesView.fires(of: selection.items, in: shown, decided: decided),
            odd: Array(decided.lazy.filter(SlotWords.isOdd).prefix(20)), latest: Array(decided.prefix(12)),
            zones: zones.keys.sorted(), isKept: report.services.contains("schedules"), now: now)
    }

    /// Newest first: those of the month that is shown, and the last ones.
    private static func slots(_ request: RouteRequest, from start: Timestamp) async throws -> [ScheduleSlot] {
        var slots: [ScheduleSlot] = []
        var cursor: String?
        repeat {
            let page = try await request.workspace.schedules.slots(ofPipeline: nil, limit: 200, after: cursor)
            slots += page.items
            cursor = page.next
        } while cursor != nil && slots.count < 1_000 && (slots.last?.at ?? start) >= start
        return slots
    }
}
