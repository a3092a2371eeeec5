internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// The page of a pipeline: its graph beside its text, and a place to try changes.
enum PipelinePage {
    /// - Parameters:
    ///   - tried: a text that was typed, with what lint says of it; nil: none was.
    ///   - stages: the types that the pipeline uses.
    static func page(_ view: PipelineView, tried: PipelineFile?, stages: [StageType]) -> WebPage {
        WebPage(
            view.name, in: .pipelines,
            """
            <p class="back"><a href="\(PageSection.pipelines.path)">\(Icon.html("chevron-left")) Pipelines</a></p>
            \(head(view))
            \(view.notice.map { Notice.html(Notice(kind: .warning, text: $0)) })
            \(issues(view))
            <div class="pipeline-page">
            \(graph(view))
            <section class="card source-card" aria-labelledby="source-title">
            <div class="card-head"><h2 id="source-title">Source</h2><span class="quiet">\(file(view))</span></div>
            \(SourceListing.html(source(view), view.issues, label: "Source of \(view.name)"))
            </section>
            </div>
            \(PipelineEditor.html(view, tried: tried))
            \(view.pipeline.flatMap(inputs))
            \(stages.isEmpty ? nil : used(stages))
            """)
    }

    private static func source(_ view: PipelineView) -> String { view.file?.source ?? view.loaded?.source ?? "" }
    private static func file(_ view: PipelineView) -> String { view.file?.file ?? view.loaded?.file ?? "" }

    private static func head(_ view: PipelineView) -> HTML {
        let triggers = view.pipeline.map { TriggerWords.all(of: $0, uploads: view.uploads) } ?? []
        return """
            <header class="card">
            <div class="card-head"><h1>\(view.name)</h1><span class="badges">\(LintBadge.html(view.issues))</span></div>
            \(view.pipeline?.description.map { "<p class=\"description\">\(Prose.inline($0))</p>" as HTML })
            <ul class="triggers">\(triggers.map { trigger in
                "<li>\(Icon.html(trigger.icon))\(([trigger.title] + trigger.details).joined(separator: ", "))</li>" as HTML
            })</ul>
            \(RunBars.html(view.runs, pipeline: view.name))
            </header>
            """
    }

    private static func issues(_ view: PipelineView) -> HTML? {
        if view.issues.isEmpty { return nil }
        return """
            <section class="card" aria-labelledby="issues-title"><h2 id="issues-title">What lint says</h2>
            \(SourceListing.issues(view.issues))</section>
            """
    }

    private static func graph(_ view: PipelineView) -> HTML? {
        guard let pipeline = view.pipeline else { return nil }
        var effects: [Effect] = []
        for stage in pipeline.allStages where stage.children.isEmpty && !effects.contains(stage.spec.effect) {
            effects.append(stage.spec.effect)
        }
        return """
            <section class="card graph-card" aria-labelledby="graph-title"><h2 id="graph-title">Graph</h2>
            \(GraphDrawing.html(
                narrow: PipelineGraph(pipeline, uploads: view.uploads, isWide: false),
                wide: PipelineGraph(pipeline, uploads: view.uploads, isWide: true), name: view.name))
            <ul class="legend">\(Effect.allCases.filter(effects.contains).map {
                "<li>\(Icon.html($0.icon))\($0.words)</li>" as HTML
            })</ul>
            </section>
            """
    }

    private static func inputs(_ pipeline: Pipeline) -> HTML? {
        if pipeline.inputs.isEmpty { return nil }
        let rows = pipeline.inputs.map { input -> HTML in
            let allowed = input.allowed.map { "One of \($0.map(\.text).joined(separator: ", "))." }
            return """
                <tr><th scope="row"><code>\(input.name)</code></th>\
                <td>\(input.isDocumentType ? "document type" : input.type.nonNull.description)</td>\
                <td>\(input.isRequired ? "required" : "optional")</td>\
                <td>\(Prose.inline([input.description, allowed].compactMap { $0 }.joined(separator: " ")))</td></tr>

                """
        }
        return """
            <section class="card" aria-labelledby="inputs-title"><h2 id="inputs-title">Inputs</h2>
            <div class="scrolls" tabindex="0" role="group" aria-labelledby="inputs-title"><table class="table">
            <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Needed</th>\
            <th scope="col">What it is</th></tr></thead>
            <tbody>\(rows)</tbody></table></div></section>
            """
    }

    private static func used(_ types: [StageType]) -> HTML {
        """
        <section class="card" aria-labelledby="stages-title"><h2 id="stages-title">Stages that it uses</h2>
        \(types.map(stage))
        </section>
        """
    }

    private static func stage(_ type: StageType) -> HTML {
        """
        <details class="stage-type"><summary>\(Icon.html("chevron-right"))<span><code>\(type.spec.name)</code> \
        <span class="quiet">\(Prose.inline(type.spec.summary))</span></span></summary>
        \(type.options.isEmpty ? "<p class=\"quiet\">It has no options.</p>" : StagePage.options(type))
        <p><a href="\(PagePath.stage(type.spec.name))">All about \(type.spec.name)</a></p></details>

        """
    }
}
