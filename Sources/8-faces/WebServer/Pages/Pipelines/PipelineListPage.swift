internal import Pipelines
internal import Representations

/// The page of all pipelines.
enum PipelineListPage {
    static func page(_ pipelines: [PipelineView]) -> WebPage {
        WebPage(
            "Pipelines", in: .pipelines,
            """
            <header class="page-head"><div><h1>Pipelines</h1>\
            <p class="subtitle">\(subtitle(pipelines))</p></div>
            <p class="page-links"><a href="\(PagePath.stages)">\(Icon.html("help")) Stage reference</a></p></header>
            \(pipelines.isEmpty ? empty : "<ul class=\"pipelines\">\(pipelines.map(card))</ul>")
            """)
    }

    private static func subtitle(_ pipelines: [PipelineView]) -> String {
        let wrong = pipelines.count { $0.state == .wrong }
        let all = HumanFormat.count(pipelines.count, "pipeline")
        return wrong == 0 ? "\(all), what is done with each document" : "\(all), \(wrong) with mistakes"
    }

    private static let empty = EmptyState.html(
        icon: "flow", title: "No pipelines yet",
        text:
            "A pipeline is a YAML file in the folder pipelines/ of the workspace. It appears here as soon as it is there."
    )

    private static func card(_ view: PipelineView) -> HTML {
        let pipeline = view.pipeline
        let triggers = pipeline.map { TriggerWords.all(of: $0, uploads: view.uploads) } ?? []
        return """
            <li class="card pipeline">
            <div class="card-head"><h2><a href="\(PagePath.pipeline(view.name))">\(view.name)</a></h2>\
            <span class="badges">\(LintBadge.html(view.issues))</span></div>
            \(pipeline?.description.map { "<p>\(Prose.inline($0))</p>" as HTML })
            <ul class="triggers">\(triggers.map { "<li>\(Icon.html($0.icon))\($0.title)</li>" as HTML })\
            \(pipeline.map { "<li>\(Icon.html("flow"))\(HumanFormat.count($0.stages.count, "stage"))</li>" as HTML })</ul>
            \(view.notice.map { "<p class=\"quiet\">\($0)</p>" as HTML })
            \(RunBars.html(view.runs, pipeline: view.name))
            </li>

            """
    }
}
