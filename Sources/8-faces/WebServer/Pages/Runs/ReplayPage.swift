internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// What the form shows that replays a run.
struct ReplayView: Sendable {
    var detail: RunDetail
    /// The pipeline as the run is pinned to it; nil: it cannot be read any more.
    var pinned: Pipeline?
    /// As it is now; nil: there is none of that name.
    var current: Pipeline?
    var form = FormValues()
    var isLatest = false
}

/// The form that replays a run: from which stage, and with which pipeline.
enum ReplayPage {
    /// So many lines of a difference are shown.
    private static let maxLines = 400

    static func page(_ view: ReplayView) -> WebPage {
        let run = view.detail.run
        let stages = (view.pinned ?? view.current)?.stages.flatMap { [$0] + $0.children } ?? []
        let chosen = view.form.values["from"] ?? run.error?.stage ?? stages.first?.id
        return WebPage(
            "Replay run", in: .runs,
            """
            <p class="back"><a href="\(PagePath.run(run.id))">\(Icon.html("chevron-left")) \(RunWords.title(run))</a></p>
            <h1>Replay run</h1>
            <form class="form replay" method="post" action="\(PagePath.run(run.id, "replay"))">
            \(Field.problem(view.form))
            <p>A new run begins with the stage that you choose. What the stages before it gave is taken over.</p>
            <fieldset><legend>First stage that runs again</legend>
            \(stages.map { choice($0, view, isChosen: $0.id == chosen) })
            </fieldset>
            \(latest(view))
            <div class="form-buttons"><button class="button button-primary"\("disabled", if: stages.isEmpty)>\
            \(Icon.html("history")) Replay</button>
            <a class="button" href="\(PagePath.run(run.id))" data-cancel>Close</a></div>
            </form>
            """)
    }

    private static func choice(_ stage: PipelineStage, _ view: ReplayView, isChosen: Bool) -> HTML {
        let record = view.detail.stages.first { $0.id == stage.id }
        return """
            <label class="check"><input type="radio" name="from" value="\(stage.id)" required\("checked", if: isChosen)>\
            <span>\(stage.name ?? stage.id)</span>\(record?.shown.badge)</label>

            """
    }

    private static func latest(_ view: ReplayView) -> HTML {
        guard let current = view.current else {
            return "<p class=\"quiet\">The workspace has no pipeline of this name any more; it runs as it was then.</p>"
        }
        if current.hash == view.detail.run.definition {
            return "<p class=\"quiet\">The pipeline has not been changed since the run.</p>"
        }
        let mustBeLatest = view.pinned == nil
        return """
            <label class="check"><input type="checkbox" name="latest"\("checked", if: view.isLatest || mustBeLatest)>\
            <span>Use the pipeline as it is now</span></label>
            \(view.pinned.map { difference($0, current) })
            """
    }

    /// What has been changed in the pipeline since, line by line.
    static func difference(_ old: Pipeline, _ new: Pipeline) -> HTML {
        func lines(_ pipeline: Pipeline) -> [String] {
            pipeline.source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        }
        let all = LineDiff.lines(lines(old), lines(new))
        let rows = around(all).prefix(maxLines).map { line in
            guard let line else {
                return "<li class=\"gap\"><span class=\"visually-hidden\">unchanged lines</span>⋯</li>" as HTML
            }
            let style = line.hasPrefix("+ ") ? "added" : line.hasPrefix("- ") ? "removed" : nil
            let words: HTML? = style.map { "<span class=\"visually-hidden\">\($0): </span>" }
            return "<li\("class", style)>\(words)<code>\(line)</code></li>"
        }
        return """
            <details class="unfold"><summary class="button button-small">\(Icon.html("flow")) What has been changed since</summary>
            <div class="code-place" tabindex="0" role="group" aria-label="Changes of the pipeline">\
            <ol class="code-lines code-diff">\(rows)</ol></div></details>
            """
    }

    /// Lines that differ with two around each; nil stands for what is left out.
    private static func around(_ lines: [String]) -> [String?] {
        let changed = lines.indices.filter { !lines[$0].hasPrefix("  ") }
        var shown: [String?] = []
        var former = -1
        for index in lines.indices where changed.contains(where: { abs($0 - index) <= 2 }) {
            if index > former + 1 { shown.append(nil) }
            shown.append(lines[index])
            former = index
        }
        return shown
    }

    /// A problem with what it comes of, as sentences.
    static func text(_ problem: Problem) -> String {
        let causes = problem.causes.map { $0.advice.appended(to: $0.message) }
        return ([problem.advice.appended(to: problem.message) + (causes.isEmpty ? "" : ":")] + causes + problem.details)
            .joined(separator: " ")
    }
}
