internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Trials

/// What the pipeline as it is now would have made of a run, stage by stage.
enum WhatIfPage {
    private struct Row {
        let id: String
        let then: StageRecord?
        let now: StageRecord?

        var isSame: Bool {
            then?.status == now?.status && then?.error?.message == now?.error?.message && outputs.isEmpty
        }

        /// What a stage gives otherwise, where both gave something. Ids and times of what is made differ each time.
        var outputs: [(key: String, then: Value, now: Value)] {
            guard let then, let now, then.status == .succeeded, now.status == .succeeded else { return [] }
            return now.outputs.compactMap { entry in
                guard let former = then.outputs[entry.key], former != entry.value else { return nil }
                return (entry.key, former, entry.value)
            }
        }
    }

    static func page(_ detail: RunDetail, _ comparison: WhatIfComparison, _ pipeline: Pipeline) -> WebPage {
        let rows = rows(detail, comparison, pipeline)
        return WebPage(
            "What would happen now", in: .runs,
            """
            <p class="back"><a href="\(PagePath.run(detail.run.id))">\(Icon.html("chevron-left")) \(RunWords.title(detail.run))</a></p>
            <header><h1>What would happen now</h1>
            <p class="subtitle">Pipeline \(pipeline.name) as it is now, over what is on record of the run. Nothing was stored, \
            sent or changed.</p></header>
            \(verdict(comparison))
            \(comparison.stages.isEmpty ? nil : table(rows))
            <section class="card"><h2>Pipeline</h2>\(changes(detail, comparison, pipeline))</section>
            <div class="actions"><a class="button" href="\(PagePath.run(detail.run.id, "replay"))" data-sheet>\
            \(Icon.html("history")) Replay…</a></div>
            """)
    }

    private static func verdict(_ comparison: WhatIfComparison) -> HTML {
        let then = comparison.finding.then
        switch comparison.finding.verdict {
        case .same:
            return """
                <div class="notice notice-success">\(Icon.html("check"))<p>It would end the same way: \(then.text).</p></div>
                """
        case .different(let now, let message, let place):
            return """
                <div class="notice notice-warning">\(Icon.html("flow"))<p>It would end differently: \
                <strong>\(now.text)</strong> instead of \(then.text).\(message.map { " \($0)" } ?? "")\
                \(place.map { " Decided at \(RunWords.place($0.file, line: $0.line))." } ?? "")</p></div>
                """
        case .unknown(let reason):
            return """
                <div class="notice notice-warning">\(Icon.html("help"))<p>Unknown: \(reason).</p></div>
                """
        }
    }

    private static func rows(_ detail: RunDetail, _ comparison: WhatIfComparison, _ pipeline: Pipeline) -> [Row] {
        var ids = pipeline.allStages.map(\.id)
        for stage in detail.stages where !ids.contains(stage.id) { ids.append(stage.id) }
        return ids.compactMap { id in
            let then = detail.stages.first { $0.id == id }
            let now = comparison.stages.first { $0.id == id }
            return then == nil && now == nil ? nil : Row(id: id, then: then, now: now)
        }
    }

    private static func table(_ rows: [Row]) -> HTML {
        """
        <section class="card" aria-labelledby="stages-title"><h2 id="stages-title">Stages</h2>
        <div class="table-place" tabindex="0" role="group" aria-label="Stages, then and now"><table class="table">
        <thead><tr><th scope="col">Stage</th><th scope="col">Then</th><th scope="col">Now</th><th scope="col">Difference</th></tr></thead>
        <tbody>\(rows.map(row))</tbody></table></div></section>
        """
    }

    private static func row(_ row: Row) -> HTML {
        """
        <tr\("class", row.isSame ? nil : "changed")><th scope="row">\(row.id)</th><td>\(state(row.then))</td>\
        <td>\(state(row.now))</td><td>\(difference(row))</td></tr>
        """
    }

    private static func state(_ record: StageRecord?) -> HTML {
        guard let record else { return ShownState.notReached.badge }
        let status = record.status.shown
        return "\(status.badge)\(record.error.map { "<p class=\"run-error\">\($0.message)</p>" as HTML })"
    }

    private static func difference(_ row: Row) -> HTML {
        if row.isSame { return "<span class=\"quiet\">none</span>" }
        let outputs = row.outputs.prefix(6).map { output in
            "<li>\(output.key): \(ShownValue.html(output.then)) → \(ShownValue.html(output.now))</li>" as HTML
        }
        if !outputs.isEmpty { return "<ul>\(outputs)</ul>" }
        switch (row.then, row.now) {
        case (nil, _): return "would be reached"
        case (_, nil): return "would not be reached"
        default: return "would end otherwise"
        }
    }

    private static func changes(_ detail: RunDetail, _ comparison: WhatIfComparison, _ pipeline: Pipeline) -> HTML {
        if pipeline.hash == detail.run.definition {
            return "<p class=\"quiet\">It has not been changed since the run.</p>"
        }
        return "<p class=\"quiet\">It has been changed since the run; what it decides otherwise is marked above.</p>"
    }
}
