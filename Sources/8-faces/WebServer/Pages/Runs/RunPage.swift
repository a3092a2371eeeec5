internal import Pipelines
internal import Platform
internal import Representations

/// The page of a run.
enum RunPage {
    static func page(_ view: RunView) -> WebPage {
        let title = RunWords.title(view.run)
        return WebPage(
            "\(view.run.status.shown.label): \(title)", in: .runs, module: "run", notice: view.notice,
            """
            <div class="page-head"><p class="back"><a href="\(PagePath.runs)">\(Icon.html("chevron-left")) Runs</a></p>
            \(view.isRunning ? LiveMark.html(reload: PagePath.run(view.run.id)) : nil)</div>
            <p id="run-news" class="visually-hidden" role="status"></p>
            <div class="run-page" id="run" data-run="\(view.run.id)" data-status="\(view.run.status.rawValue)">
            \(head(view, title))
            \(FailurePanel.html(view))
            \(facts(view))
            \(TimelineCard.html(view))
            \(StageCards.html(view))
            \(RunCards.attempts(view))
            \(RunCards.notifications(view))
            \(RunCards.inputs(view))
            </div>
            \(view.isRunning ? TimelineCard.templates : nil)
            """)
    }

    /// The page of a run that has not begun.
    static func queued(_ id: String, pipeline: String, _ reason: AwaitedRun.Reason) -> WebPage {
        let (title, text) =
            switch reason {
            case .noPipeline:
                (
                    "Its pipeline is missing",
                    "The workspace has no such pipeline any more. The run begins once its file is back."
                )
            case .file(let server):
                (
                    "It waits for its file",
                    "The run begins once the file has come from \(server), and says so if it cannot."
                )
            case .turn: ("It waits for room", "The run begins as soon as others have ended.")
            }
        return WebPage(
            "Waiting: \(pipeline)", in: .runs,
            """
            <p class="back"><a href="\(PagePath.runs)">\(Icon.html("chevron-left")) Runs</a></p>
            <h1>\(pipeline)</h1>
            \(EmptyState.html(
                icon: "clock", title: title, text: text,
                action: "<a class=\"button\" href=\"\(PagePath.run(id))\">\(Icon.html("retry")) Reload</a>"))
            """)
    }

    private static func head(_ view: RunView, _ title: String) -> HTML {
        let run = view.run
        let origin: HTML? = run.origin.map { "<span class=\"badge\">\(Icon.html("retry"))\(RunWords.kind($0))</span>" }
        return """
            <header class="card run-head" id="run-head">
            <p class="badges"><span id="run-state">\(run.status.shown.badge)</span>\(origin)</p>
            <h1>\(title)</h1>
            <p class="subtitle">\(summary(view))</p>
            \(actions(view))
            </header>
            """
    }

    private static func summary(_ view: RunView) -> HTML {
        let run = view.run
        let done = view.timeline.rows.filter { [.succeeded, .reused].contains($0.state) }.count
        let stages = "\(done) of \(HumanFormat.count(view.timeline.rows.count, "stage")) done"
        return "\(run.pipeline) · <span id=\"run-progress\">\(stages)</span>"
    }

    // MARK: Actions

    private static func actions(_ view: RunView) -> HTML? {
        if view.isRunning {
            return """
                <div class="actions"><a class="button button-danger" href="\(view.path("cancel"))" data-sheet>\
                \(Icon.html("stop")) Cancel run</a></div>
                """
        }
        if view.run.status == .skipped { return nil }
        return "<div class=\"actions\">\(retry(view))\(replay(view))\(whatIf(view))</div>"
    }

    /// From the stage that failed: what is nearly always wanted.
    private static func retry(_ view: RunView) -> HTML? {
        guard let stage = view.retryStage, view.continuation?.status != .running else { return nil }
        let label = stage.isEmpty ? "Retry" : "Retry from \(stage)"
        let isSettled = view.continuation?.status == .succeeded
        let latest: HTML? =
            view.isChanged
            ? """
            <form method="post" action="\(view.path("retry"))"><input type="hidden" name="latest" value="on">\
            <button class="button">\(Icon.html("retry")) Retry with the present pipeline</button></form>
            """ : nil
        return """
            <form method="post" action="\(view.path("retry"))"><button class="button\(isSettled ? "" : " button-primary")">\
            \(Icon.html("retry")) \(label)</button></form>\(latest)
            """
    }

    private static func replay(_ view: RunView) -> HTML {
        "<a class=\"button\" href=\"\(view.path("replay"))\" data-sheet>\(Icon.html("history")) Replay…</a>"
    }

    private static func whatIf(_ view: RunView) -> HTML? {
        guard view.current != nil, view.run.status != .cancelled else { return nil }
        return "<a class=\"button\" href=\"\(view.path("what-if"))\">\(Icon.html("flow")) What would happen now</a>"
    }

    // MARK: Facts

    private static func facts(_ view: RunView) -> HTML {
        let run = view.run
        let pipeline: HTML =
            view.isAdmin ? "<a href=\"\(PagePath.pipeline(run.pipeline))\">\(run.pipeline)</a>" : "\(run.pipeline)"
        let document: HTML? = RunWords.document(run).map { id in
            let title = run.document["title"]?.string ?? run.trigger["document"]?["title"]?.string ?? "Document"
            return "<a href=\"\(PagePath.document(id))\">\(title)</a>"
        }
        let batch: HTML? =
            view.isAdmin
            ? run.batch.map { "<a href=\"\(PagePath.with(PagePath.runs, [("batch", $0)]))\">All runs of it</a>" } : nil
        let length = HumanFormat.duration(milliseconds: view.timeline.length)
        return """
            <dl class="card metadata" id="run-facts">
            \(fact("Pipeline", pipeline))
            \(RunWords.fileName(run).map { fact("File", "\($0)") })
            \(document.map { fact("Document", $0) })
            \(fact("Trigger", "\(RunWords.trigger(run))"))
            \(fact("Started", ShownTime.dateAndTime(run.startedAt)))
            \(fact(view.isRunning ? "Running for" : "Duration", "<span id=\"run-length\">\(length)</span>"))
            \(fact("Attempt", "\(run.attempt)"))
            \(view.isAdmin ? fact("Owner", "\(run.owner)") : nil)
            \(batch.map { fact("Batch", $0) })
            \(run.crashes > 0 ? fact("Interrupted", "\(HumanFormat.count(run.crashes, "time"))") : nil)
            </dl>
            """
    }

    private static func fact(_ label: String, _ value: HTML) -> HTML {
        "<div><dt>\(label)</dt><dd>\(value)</dd></div>"
    }
}
