internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// What went wrong, first on the page of a run that did not succeed: where, why, and what follows from it.
enum FailurePanel {
    /// So many lines of the definition stand around the one that decided.
    private static let context = 4

    static func html(_ view: RunView) -> HTML? {
        let run = view.run
        guard let error = run.error, run.status != .succeeded, !view.isRunning else { return nil }
        let word = run.status == .rejected ? "Rejected" : run.status == .failed ? "Failed" : run.status.shown.label
        let title = error.stage.isEmpty ? word : "\(word) at \(error.stage)"
        return """
            \(outcome(view))
            <section class="card failure failure-\(run.status.rawValue)" id="failure" aria-labelledby="failure-title">
            <h2 id="failure-title">\(Icon.html(run.status.shown.icon))\(title)</h2>
            <p class="failure-message">\(error.message)</p>
            <p class="failure-kind"><code>\(error.kind)</code>\(trouble(error))</p>
            <p>\(RunWords.advice(error, run.status))</p>
            \(attempts(view, error))
            \(excerpt(view, error))
            <h3>What happens next</h3>
            <ul class="failure-next">\(next(view).map { "<li>\($0)</li>" as HTML })</ul>
            </section>
            """
    }

    /// What kind of trouble it was, where its own word does not say so.
    private static func trouble(_ error: RunFailure) -> HTML? {
        error.errorClass.flatMap { $0.rawValue == error.kind ? nil : " · class <code>\($0.rawValue)</code>" }
    }

    /// A failure that was mended is none any more.
    private static func outcome(_ view: RunView) -> HTML? {
        guard let next = view.continuation else { return nil }
        let link: HTML = "<a class=\"button\" href=\"\(PagePath.run(next.id))\">Show that run</a>"
        switch next.status {
        case .succeeded:
            return """
                <div class="notice notice-success">\(Icon.html("check"))<p>Attempt \(next.attempt) succeeded: \
                nothing is left to do here.</p>\(link)</div>
                """
        case .running:
            return """
                <div class="notice notice-success">\(Icon.html("play"))<p>Attempt \(next.attempt) is running now.</p>\(link)</div>
                """
        case .rejected, .failed, .cancelled, .skipped:
            return """
                <div class="notice notice-warning">\(Icon.html("retry"))<p>It was tried again: attempt \(next.attempt) ended \
                as \(next.status.rawValue).</p>\(link)</div>
                """
        }
    }

    private static func attempts(_ view: RunView, _ error: RunFailure) -> HTML? {
        guard let row = view.timeline.rows.first(where: { $0.id == error.stage }), row.attempts.count > 1 else {
            return nil
        }
        return """
            <details class="unfold"><summary class="button button-small">\(Icon.html("history")) \
            \(HumanFormat.count(row.attempts.count, "attempt")) of this stage</summary>
            \(StageCards.attempts(row))</details>
            """
    }

    /// The lines of the definition that decided, as the run was pinned to it.
    private static func excerpt(_ view: RunView, _ error: RunFailure) -> HTML? {
        guard let pipeline = view.pipeline, let span = pipeline.stage(error.stage)?.span else { return nil }
        let lines = pipeline.source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        let first = max(0, span.line - 2)
        let last = min(lines.count, span.line - 1 + context)
        guard first < last else { return nil }
        let rows = (first..<last).map { index in
            let isHere = index == span.line - 1
            return """
                <li value="\(index + 1)"\("class", isHere ? "here" : nil)>\(isHere ? here : nil)<code>\(String(lines[index]))</code></li>
                """ as HTML
        }
        return """
            <figure class="excerpt"><figcaption>\(Icon.html("flow"))<code>\(RunWords.place(pipeline.file, line: span.line))</code>\
            \(view.isChanged ? " <span class=\"quiet\">as it was then; it has been changed since</span>" as HTML : nil)</figcaption>
            <div class="code-place" tabindex="0" role="group" aria-label="Lines of the pipeline">\
            <ol class="code-lines">\(rows)</ol></div></figure>
            """
    }

    private static let here: HTML = "<span class=\"visually-hidden\">decided here: </span>"

    private static func next(_ view: RunView) -> [HTML] {
        let run = view.run
        var lines: [HTML] = []
        let undone = view.detail.stages.filter { $0.undo?.status == .undone }.map(\.id)
        if !undone.isEmpty { lines.append("What it had done was undone: \(undone.joined(separator: ", ")).") }
        for stage in view.detail.stages {
            switch stage.undo?.status {
            case .failed: lines.append("\(stage.id) could not be undone: \(stage.undo?.message ?? "")")
            case .irreversible:
                lines.append("What \(stage.id) did stays: \(stage.undo?.message ?? "it cannot be undone.")")
            case .running, .undone, nil: break
            }
        }
        if let debt = run.debt {
            lines.append("Taking back what is left is tried again at \(ShownTime.dateAndTime(debt.due)).")
        }
        if let entry = view.quarantined { lines.append(kept(entry)) }
        let told = view.detail.notifications.count
        if told > 0 {
            lines.append("\(HumanFormat.count(told, "notification")) \(told == 1 ? "announces" : "announce") the run.")
        }
        if run.debt == nil, view.continuation == nil {
            lines.append(
                "Nothing more happens by itself: it is yours to retry\(view.quarantined?.state == .held ? ", release or discard" : "")."
            )
        }
        return lines
    }

    private static func kept(_ entry: QuarantineEntry) -> HTML {
        let link: HTML = "<a href=\"\(PagePath.entry(entry.id))\">quarantine</a>"
        switch entry.state {
        case .held: return "The file is kept in \(link)."
        case .released:
            let run: HTML? = entry.releasedTo.map { " to <a href=\"\(PagePath.run($0))\">another run</a>" }
            return "The file was released from \(link)\(run)."
        case .discarded: return "The file was discarded from \(link)."
        }
    }
}
