internal import Pipelines
internal import Platform
internal import Representations

/// When each stage of a run was worked on, as bars and as a table.
enum TimelineCard {
    static func html(_ view: RunView) -> HTML {
        let timeline = view.timeline
        let length = HumanFormat.duration(milliseconds: timeline.length)
        return """
            <section class="card" id="timeline-card" aria-labelledby="timeline-title">
            <div class="card-head"><h2 id="timeline-title">Timeline</h2>\
            <p class="quiet" aria-hidden="true">0 – <span data-axis-end>\(length)</span></p></div>
            \(timeline.rows.isEmpty ? "<p class=\"quiet\">No stage has begun.</p>" as HTML : nil)
            <ol class="timeline" id="timeline" data-length="\(number(timeline.length))"\
            \("data-going", if: timeline.isGoingOn)>
            \(timeline.rows.map { row($0, timeline) })
            </ol>
            \(timeline.rows.isEmpty ? nil : table(timeline))
            </section>
            """
    }

    /// What a script puts in when a stage changes: the same badges that the server draws.
    static var templates: HTML {
        let all = ShownState.ofStages.map { "<template data-stage-state=\"\($0.name)\">\($0.badge)</template>" as HTML }
        let runs = RunStatus.allCases.map {
            "<template data-run-state=\"\($0.rawValue)\">\($0.shown.badge)</template>" as HTML
        }
        return "<div id=\"state-templates\" hidden>\(all)\(runs)</div>"
    }

    private static func row(_ row: RunTimeline.Row, _ timeline: RunTimeline) -> HTML {
        """
        <li class="stage\(row.isInGroup ? " stage-child" : "")" data-stage="\(row.id)" data-state="\(row.state.name)">
        <a class="stage-name" href="#stage-\(row.id)">\(row.name ?? row.id)</a>
        <span class="stage-state" data-stage-badge>\(row.state.badge)</span>
        <span class="stage-note" data-stage-note>\(note(row))</span>
        <svg class="stage-track" aria-hidden="true" data-stage-track>\(row.spans.map { bar($0, timeline) })</svg>
        </li>

        """
    }

    private static func bar(_ span: RunTimeline.Span, _ timeline: RunTimeline) -> HTML {
        let from = percent(span.from, timeline)
        // Bars with round ends are as long as they are thick at least, if they have any length at all.
        let to = max(percent(span.to ?? timeline.length, timeline), from + 0.01)
        return """
            <line class="bar bar-\(span.state.name)" x1="\(number(from))%" x2="\(number(to))%" y1="50%" y2="50%" \
            data-from="\(number(span.from))"\("data-to", span.to.map(number))/>
            """
    }

    private static func percent(_ time: Double, _ timeline: RunTimeline) -> Double {
        min(max(time / timeline.length, 0), 1) * 100
    }

    /// With three digits behind the point at most.
    private static func number(_ value: Double) -> String {
        let thousandths = Int64((value * 1_000).rounded())
        let rest = "\(1_000 + thousandths % 1_000)".dropFirst()
        return rest == "000" ? "\(thousandths / 1_000)" : "\(thousandths / 1_000).\(rest)"
    }

    /// "1.2 s, attempt 2 of 5"
    static func note(_ row: RunTimeline.Row) -> String {
        guard let record = row.record else { return "" }
        var parts: [String] = []
        if record.status != .skipped, !record.isReused, let time = RunWords.duration(record.durationMilliseconds) {
            parts.append(time)
        }
        if record.attempts > 1 { parts.append("attempt \(StageSummary(record, limit: row.limit).attempts)") }
        if row.isLoop, let count = record.outputs["count"]?.integer {
            parts.append(HumanFormat.count(Int(clamping: count), "element"))
        }
        if let undo = record.undo {
            parts.append(undo.status == .undone ? "undone" : "undo: \(undo.status.rawValue)")
        }
        return parts.joined(separator: ", ")
    }

    private static func table(_ timeline: RunTimeline) -> HTML {
        """
        <details class="unfold"><summary class="button button-small">\(Icon.html("table")) As a table</summary>
        <div class="table-place" tabindex="0" role="region" aria-labelledby="table-title">
        <table class="table"><caption id="table-title" class="visually-hidden">Stages of the run</caption>
        <thead><tr><th scope="col">Stage</th><th scope="col">Status</th><th scope="col">Began after</th>\
        <th scope="col">Duration</th><th scope="col">Attempts</th></tr></thead>
        <tbody>\(timeline.rows.map(tableRow))</tbody></table></div></details>
        """
    }

    private static func tableRow(_ row: RunTimeline.Row) -> HTML {
        let began = row.spans.first.map { HumanFormat.duration(milliseconds: $0.from) } ?? "–"
        let length = RunWords.duration(row.record?.durationMilliseconds) ?? "–"
        return """
            <tr><th scope="row">\(row.name ?? row.id)</th><td>\(row.state.label)</td><td>\(began)</td>\
            <td>\(row.spans.isEmpty ? "–" : length)</td><td>\(row.record.map { "\($0.attempts)" } ?? "–")</td></tr>
            """
    }
}
