internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// What is on record of each stage.
enum StageCards {
    static func html(_ view: RunView) -> HTML? {
        let rows = view.timeline.rows.filter { $0.record != nil }
        if rows.isEmpty { return nil }
        return """
            <section class="card" id="stages" aria-labelledby="stages-title">
            <h2 id="stages-title">Stages</h2>
            <div class="stages">\(rows.compactMap { card($0, view) })</div>
            </section>
            """
    }

    private static func card(_ row: RunTimeline.Row, _ view: RunView) -> HTML? {
        guard let record = row.record else { return nil }
        let stage = view.pipeline?.stage(row.id)
        let place: HTML? = stage.map { "<code>\(RunWords.place($0.span.file, line: $0.span.line))</code>" }
        let reused: HTML? =
            record.isReused
            ? "<p class=\"quiet\">This run uses the result of the run before; the stage was not run again.</p>" : nil
        let undo: HTML? = record.undo.map { _ in
            "<p>\(Icon.html("undo")) Taking back: \(StageSummary(record, limit: row.limit).undo ?? "")</p>"
        }
        let error: HTML? = record.error.map {
            "<p class=\"failure-message\">\($0.message)</p><p class=\"failure-kind\"><code>\($0.kind)</code></p>"
        }
        return """
            <details class="stage-card" id="details-\(row.id)"\("open", if: row.id == view.run.error?.stage)>
            <summary><span class="stage-card-name">\(row.name ?? row.id)</span>\(row.state.badge)\
            <span class="quiet">\(TimelineCard.note(row))</span>\(Icon.html("chevron-down"))</summary>
            <div class="stage-card-body" id="stage-\(row.id)">
            <p class="quiet">\(row.uses)\(place.map { " · \($0)" as HTML })</p>
            \(error)\(reused)\(undo)
            \(row.attempts.isEmpty ? nil : attempts(row))
            \(items(row, view))
            \(outputs(record))
            </div></details>

            """
    }

    private static func outputs(_ record: StageRecord) -> HTML {
        guard let list = ShownValue.list(record.outputs) else { return "<p class=\"quiet\">No outputs.</p>" }
        return "<h3>Outputs</h3>\(list)"
    }

    /// The tries of a stage, with their times.
    static func attempts(_ row: RunTimeline.Row) -> HTML {
        """
        <h3>Attempts</h3>
        <ol class="attempts">\(row.attempts.map(attempt))</ol>
        """
    }

    private static func attempt(_ attempt: AttemptRecord) -> HTML {
        let error: HTML? = attempt.error.map { "<span>\($0.message)</span>" }
        return """
            <li>\(attempt.status.shown.badge)<span class="quiet">\(attempt.number). at \(ShownTime.dateAndTime(attempt.startedAt)), \
            \(HumanFormat.duration(milliseconds: attempt.durationMilliseconds))</span>\(error)</li>
            """
    }

    // MARK: Elements

    private static func items(_ row: RunTimeline.Row, _ view: RunView) -> HTML? {
        guard row.isLoop, let shown = view.items[row.id], !shown.isEmpty else { return nil }
        let count = row.record?.outputs["count"]?.integer.map { Int(clamping: $0) }
        return """
            <h3>Elements</h3>
            \(list(shown))
            <p><a class="button button-small" href="\(PagePath.stage(row.id, of: view.run.id))">\
            \(count.map { "All \(HumanFormat.count($0, "element"))" } ?? "All elements")</a></p>
            """
    }

    static func list(_ items: [StageRecord]) -> HTML {
        "<ol class=\"elements\">\(items.map(item))</ol>"
    }

    private static func item(_ record: StageRecord) -> HTML {
        let error: HTML? = record.error.map { "<span class=\"run-error\">\($0.message)</span>" }
        let time = RunWords.duration(record.durationMilliseconds)
        let tries = record.attempts > 1 ? "\(record.attempts) attempts" : nil
        let given = record.outputs.filter { !$0.value.isNull }.prefix(3).map { entry in
            "<span class=\"quiet\">\(entry.key): \(ShownValue.html(entry.value))</span>" as HTML
        }
        return """
            <li><span class="element-number">\((record.item ?? 0) + 1)</span>\(record.shown.badge)\
            <span class="quiet">\([time, tries].compactMap(\.self).joined(separator: ", "))</span>\(error)\(given)</li>
            """
    }

    /// A page of the elements of one stage.
    static func page(
        _ detail: RunDetail, _ stage: StageRecord, items: [StageRecord], next: Int?, isLaterPage: Bool
    ) -> WebPage {
        let path = PagePath.stage(stage.id, of: detail.run.id)
        let counts = stage.outputs.filter { ["count", "succeeded", "failed", "rejected", "skipped"].contains($0.key) }
        let more: HTML? = next.map {
            "<a class=\"button\" rel=\"next\" href=\"\(PagePath.with(path, [("after", "\($0)")]))\">Further elements</a>"
        }
        let first: HTML? = isLaterPage ? "<a class=\"button\" href=\"\(path)\">First elements</a>" : nil
        return WebPage(
            "Elements of \(stage.id)", in: .runs,
            """
            <p class="back"><a href="\(PagePath.run(detail.run.id))">\(Icon.html("chevron-left")) \(RunWords.title(detail.run))</a></p>
            <h1>Elements of \(stage.id)</h1>
            <section class="card">\(ShownValue.list(Record(counts.map { ($0.key, $0.value) }), class: "metadata"))</section>
            <section class="card" aria-label="Elements">
            \(items.isEmpty ? EmptyState.html(icon: "list", title: "No elements", text: "The stage has none on record.") : list(items))
            <p class="pages">\(first)\(more)</p></section>
            """)
    }
}
