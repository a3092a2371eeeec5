internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Scheduling

/// The page of the schedules: when they fire next, as a list and on a calendar, and what became of their times.
enum SchedulesPage {
    static func page(_ view: SchedulesView) -> WebPage {
        WebPage(
            "Schedules", in: .schedules,
            """
            <header class="page-head"><div><h1>Schedules</h1>\
            <p class="subtitle">\(HumanFormat.count(view.lines.count, "schedule"))</p></div></header>
            \(view.isKept || view.lines.isEmpty ? nil : Notice.html(Notice(kind: .warning, text: Self.notKept)))
            \(view.lines.isEmpty ? empty : content(view))
            """)
    }

    private static let notKept =
        "This process serves pages and starts no schedules: compass up does. Until that runs, nothing below starts by itself."

    private static let empty = EmptyState.html(
        icon: "calendar", title: "No schedules yet",
        text: "A pipeline with on: schedule: in its file runs at its times. They appear here.")

    private static func content(_ view: SchedulesView) -> HTML {
        """
        <div class="schedules-page">
        \(calendar(view))
        <section class="card" aria-labelledby="next-title"><h2 id="next-title">Next</h2>
        \(view.upcoming.isEmpty ? "<p class=\"quiet\">None of them is due again.</p>" : upcoming(view))</section>
        </div>
        <section class="card" aria-labelledby="odd-title"><h2 id="odd-title">Missed, late and failed</h2>
        \(view.odd.isEmpty ? "<p class=\"quiet\">Nothing was missed, late or skipped lately.</p>" : table(view.odd, "odd-title"))
        </section>
        <section class="card" aria-labelledby="lines-title"><h2 id="lines-title">All schedules</h2>\(lines(view))</section>
        <section class="card" aria-labelledby="latest-title"><h2 id="latest-title">Last times</h2>
        \(view.latest.isEmpty ? "<p class=\"quiet\">No time has come yet.</p>" : table(view.latest, "latest-title"))</section>
        """
    }

    // MARK: Calendar

    private static func calendar(_ view: SchedulesView) -> HTML {
        let month = view.month
        let heads = CronWords.weekdayNames.map { name -> HTML in
            "<th scope=\"col\"><abbr title=\"\(name)\">\(String(name.prefix(3)))</abbr></th>"
        }
        return """
            <section class="card" aria-labelledby="month-title"><div class="month-head">
            <h2 id="month-title">\(month.title)<span class="quiet"> · \(month.zone.name)</span></h2>
            <div class="month-links"><a class="icon-button" href="\(path(view, month.former))" aria-label="Previous month">\
            \(Icon.html("chevron-left"))</a>\
            <a class="button button-small" href="\(path(view, nil))">Today</a>\
            <a class="icon-button" href="\(path(view, month.next))" aria-label="Next month">\(Icon.html("chevron-right"))</a>\
            </div></div>
            \(view.zones.count > 1 ? zones(view) : nil)
            <table class="month" aria-labelledby="month-title"><thead><tr>\(heads)</tr></thead>
            <tbody>\(month.weeks.map { "<tr>\($0.map { cell($0, view) })</tr>\n" as HTML })</tbody></table></section>
            """
    }

    private static func path(_ view: SchedulesView, _ month: String?) -> String {
        PagePath.with(
            PageSection.schedules.path, [("month", month), ("zone", view.zones.count > 1 ? view.month.zone.name : nil)])
    }

    private static func zones(_ view: SchedulesView) -> HTML {
        let links = view.zones.map { zone -> HTML in
            let path = PagePath.with(PageSection.schedules.path, [("month", view.month.text), ("zone", zone)])
            return """
                <li><a href="\(path)"\("aria-current", zone == view.month.zone.name ? "true" : nil)>\(zone)</a></li>
                """
        }
        return "<ul class=\"inline-list\" aria-label=\"Time zone of the calendar\">\(links)</ul>"
    }

    private static func cell(_ day: CalendarMonth.Day?, _ view: SchedulesView) -> HTML {
        guard let day else { return "<td class=\"outside\"></td>" }
        let fires = view.fires[day.number] ?? []
        let isToday = day.contains(view.now)
        let classes = [
            fires.isEmpty && !isToday && day.clockChange == 0 ? "empty" : nil, isToday ? "today" : nil,
            day.clockChange == 0 ? nil : "changed",
        ].compactMap { $0 }.joined(separator: " ")
        return """
            <td\("class", classes.isEmpty ? nil : classes)\("aria-current", isToday ? "date" : nil)>\
            <span class="day" data-weekday="\(String(CronWords.weekdayNames[day.weekday].prefix(3)))">\(day.number)</span>\
            \(isToday ? "<span class=\"visually-hidden\"> today</span>" : nil)\
            \(day.clockChange == 0 ? nil : clockNote(day))\
            \(fires.isEmpty ? nil : "<ul class=\"fires\">\(fires.map { fire($0, view) })</ul>")</td>
            """
    }

    private static func clockNote(_ day: CalendarMonth.Day) -> HTML {
        let minutes = abs(day.clockChange) / 60
        let time = minutes % 60 == 0 ? HumanFormat.count(minutes / 60, "hour") : HumanFormat.count(minutes, "minute")
        return """
            <p class="clock-note">\(Icon.html("clock"))Clocks \(time) \(day.clockChange > 0 ? "forward" : "back")</p>
            """
    }

    private static func fire(_ fire: SchedulesView.Fire, _ view: SchedulesView) -> HTML {
        let isPast = fire.at < view.now
        let odd = fire.slot.map(SlotWords.isOdd) ?? false
        let note = fire.count > 1 ? "\(fire.count) times from then on" : fire.slot.map(SlotWords.text)
        return """
            <li class="\(odd ? "odd" : isPast ? "past" : "due")">\
            <time datetime="\(fire.at.description)">\(clock(fire.at, view.month.zone))</time> \
            <a href="\(PagePath.pipeline(fire.pipeline))">\(fire.pipeline)</a>\(note.map { " <span>\($0)</span>" as HTML })</li>
            """
    }

    /// "03:00"
    private static func clock(_ time: Timestamp, _ zone: TimeZone) -> String {
        String(zone.text(of: time).dropFirst(11).prefix(5))
    }

    /// "Mon, Nov 23, 03:00"
    private static func moment(_ time: Timestamp, _ zone: TimeZone) -> HTML {
        let local = zone.local(at: time)
        return """
            <time datetime="\(time.description)">\(SlotText.weekday(time, in: zone)), \
            \(String(CronWords.monthNames[local.month - 1].prefix(3))) \(local.day), \(clock(time, zone))</time>
            """
    }

    // MARK: Lists

    private static func upcoming(_ view: SchedulesView) -> HTML {
        let items = view.upcoming.map { slot -> HTML in
            let name = slot.owner?.pipeline ?? ""
            return """
                <li><a href="\(PagePath.pipeline(name))">\(name)</a>\
                <span class="quiet">in \(SlotText.distance(from: view.now, to: slot.at))</span>\
                <span class="quiet">\(moment(slot.at, slot.schedule.zone)) \(slot.schedule.zone.name)</span>\
                \(slot.note.map { "<span class=\"quiet\">\($0)</span>" as HTML })</li>

                """
        }
        return "<ol class=\"upcoming\">\(items)</ol>"
    }

    private static func table(_ slots: [ScheduleSlot], _ title: String) -> HTML {
        let rows = slots.map { slot -> HTML in
            let zone = SlotText.zone(ofSchedule: slot.schedule)
            return """
                <tr><th scope="row"><a href="\(PagePath.pipeline(slot.pipeline))">\(slot.pipeline)</a></th>\
                <td>\(moment(slot.at, zone)) \(zone.name)</td><td>\(SlotWords.text(slot))</td>\
                <td>\(slot.run.map { "<a href=\"\(PagePath.run($0))\">Run<span class=\"visually-hidden\"> of \(slot.pipeline) due \(clock(slot.at, zone))</span></a>" as HTML })</td></tr>

                """
        }
        return """
            <div class="scrolls" tabindex="0" role="group" aria-labelledby="\(title)"><table class="table">
            <thead><tr><th scope="col">Pipeline</th><th scope="col">Due</th><th scope="col">What was done</th>\
            <th scope="col">Run</th></tr></thead><tbody>\(rows)</tbody></table></div>
            """
    }

    private static func lines(_ view: SchedulesView) -> HTML {
        let rows = view.lines.map { line -> HTML in
            let rules = [TriggerWords.overlap(line.trigger), TriggerWords.catchUp(line.trigger)].compactMap { $0 }
            let zone = SlotText.zone(ofSchedule: SlotText.schedule(line.trigger))
            return """
                <tr><th scope="row"><a href="\(PagePath.pipeline(line.pipeline))">\(line.pipeline)</a></th>\
                <td>\(TriggerWords.time(line.trigger)) <code>\(line.trigger.cron)</code></td>\
                <td>\(line.next.map { moment($0, zone) } ?? "never again")</td>\
                <td>\(rules.joined(separator: "; "))\(line.trouble.map { "<p class=\"field-error\">\($0)</p>" as HTML })</td></tr>

                """
        }
        return """
            <div class="scrolls" tabindex="0" role="group" aria-labelledby="lines-title"><table class="table">
            <thead><tr><th scope="col">Pipeline</th><th scope="col">When</th><th scope="col">Next</th>\
            <th scope="col">Notes</th></tr></thead><tbody>\(rows)</tbody></table></div>
            """
    }
}
