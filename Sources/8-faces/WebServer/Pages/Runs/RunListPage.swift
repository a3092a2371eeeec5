internal import Pipelines
internal import Platform
internal import Representations

/// The list of runs.
enum RunListPage {
    static func page(_ view: RunListView) -> WebPage {
        WebPage(
            "Runs", in: .runs, module: "runs", notice: view.notice,
            """
            <header class="page-head">
            <div><h1>Runs</h1><p class="subtitle">What pipelines did with files and documents, newest first</p></div>
            \(LiveMark.html(reload: view.path()))
            </header>
            \(running(view))
            \(filters(view))
            <div id="results" class="results"\("data-later", if: view.isLaterPage)>
            \(results(view))
            </div>
            """)
    }

    private static func running(_ view: RunListView) -> HTML {
        let count = view.running
        let text: HTML =
            count == 0
            ? "Nothing runs now."
            : """
            <a href="\(PagePath.runs)?status=running"><strong>\(count)\(view.isRunningMore ? "+" : "")</strong> \
            \(count == 1 ? "run is" : "runs are") running now</a>
            """
        return """
            <p class="running-bar" id="running" role="status" data-count="\(count)">\
            \(Icon.html(count == 0 ? "check" : "play"))<span>\(text)</span></p>
            """
    }

    // MARK: Filters

    private static func filters(_ view: RunListView) -> HTML {
        let owner: HTML =
            "<label>Owner<input name=\"owner\" value=\"\(view.query.owner ?? "")\" autocomplete=\"off\"\(Field.asTyped) maxlength=\"200\"></label>"
        return """
            <form class="run-filters" id="filters" method="get" action="\(PagePath.runs)" role="search" aria-label="Runs">
            <label>Pipeline<select name="pipeline"><option value="">All pipelines</option>
            \(view.pipelines.map { option($0, $0, isChosen: $0 == view.query.pipeline) })
            </select></label>
            <label>Status<select name="status"><option value="">Any status</option>
            \(RunStatus.allCases.map { option($0.rawValue, $0.shown.label, isChosen: view.query.statuses == [$0]) })
            </select></label>
            \(view.showsOwners ? owner : nil)
            \(PeriodFields.html(view.query.asked))
            <button class="button">Show runs</button>
            \(view.isFiltered ? "<a class=\"button button-plain\" href=\"\(PagePath.runs)\">Clear filters</a>" as HTML : nil)
            </form>
            """
    }

    private static func option(_ value: String, _ label: String, isChosen: Bool) -> HTML {
        "<option value=\"\(value)\"\("selected", if: isChosen)>\(label)</option>"
    }

    // MARK: Results

    private static func results(_ view: RunListView) -> HTML {
        if view.rows.isEmpty { return empty(view) }
        let first: HTML? =
            view.isLaterPage ? "<a class=\"button\" href=\"\(view.path())\">Newest runs</a>" : nil
        let more: HTML? = view.next.map { next in
            "<a class=\"button\" rel=\"next\" href=\"\(view.path(after: next))\">Older runs</a>"
        }
        return """
            <ul class="runs" aria-label="Runs">
            \(view.rows.map { row($0, view) })
            </ul>
            <p class="pages">\(first)\(more)\(more == nil ? "<span>End of the list.</span>" as HTML : nil)</p>
            """
    }

    private static func empty(_ view: RunListView) -> HTML {
        if view.isFiltered {
            return EmptyState.html(
                icon: "search", title: "No runs match", text: "Try another pipeline or status.",
                action: "<a class=\"button\" href=\"\(PagePath.runs)\">Clear filters</a>")
        }
        return EmptyState.html(
            icon: "play", title: "No runs yet",
            text: "A run begins when a document is uploaded, a watched folder gets a file, or a schedule is due.",
            action: EmptyState.upload)
    }

    private static func row(_ row: RunListView.Row, _ view: RunListView) -> HTML {
        let run = row.run
        let file = RunWords.fileName(run)
        let title = RunWords.title(run)
        let facts: [HTML?] = [
            "<span>\(run.pipeline)</span>", file.flatMap { $0 == title ? nil : "<span>\($0)</span>" },
            "<span>\(RunWords.trigger(run))</span>", view.showsOwners ? "<span>\(run.owner)</span>" : nil,
            run.attempt > 1 ? "<span>Attempt \(run.attempt)</span>" : nil,
        ]
        let error: HTML? = run.error.map { "<p class=\"run-error\">\(place($0))\($0.message)</p>" }
        return """
            <li class="run" data-run="\(run.id)" data-status="\(run.status.rawValue)"><article aria-labelledby="run-\(run.id)">
            <div class="run-status">\(run.status.shown.badge)\(outcome(row))</div>
            <div class="run-text"><h2 class="run-title"><a href="\(PagePath.run(run.id))" id="run-\(run.id)">\(title)</a></h2>
            <p class="run-facts">\(facts.compactMap(\.self))</p>\(error)</div>
            <p class="run-times"><span class="visually-hidden">Started </span>\(ShownTime.dateAndTime(run.startedAt))\
            \(RunWords.duration(run.durationMilliseconds).map { "<span>took \($0)</span>" as HTML })</p>
            </article></li>

            """
    }

    private static func place(_ error: RunFailure) -> HTML? {
        error.stage.isEmpty ? nil : "<strong>\(error.stage)</strong>: "
    }

    /// What came of it when it was tried again.
    private static func outcome(_ row: RunListView.Row) -> HTML? {
        guard row.run.status != .succeeded, let next = row.continuation else { return nil }
        let words: String
        switch next.status {
        case .succeeded: words = "retried, succeeded"
        case .running: words = "retried, running"
        case .rejected, .failed, .cancelled, .skipped: words = "retried, \(next.status.rawValue)"
        }
        return
            "<a class=\"badge badge-\(next.status.rawValue) badge-retried\" href=\"\(PagePath.run(next.id))\">\(Icon.html("retry"))\(words)</a>"
    }
}

/// Whether a page follows what happens: shown where a script does, and otherwise a link that loads the page again.
enum LiveMark {
    static func html(reload: String) -> HTML {
        """
        <div class="live-place"><p class="live" id="live" hidden><span class="live-dot"></span><span data-live-text></span></p>\
        <a class="button unscripted-only" href="\(reload)">\(Icon.html("retry")) Reload</a></div>
        """
    }
}
