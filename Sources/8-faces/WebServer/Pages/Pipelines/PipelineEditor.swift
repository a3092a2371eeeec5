internal import Diagnostics
internal import Pipelines
internal import Workspaces

/// A place to try changes of a pipeline's text. Nothing is stored: files are changed where they lie.
enum PipelineEditor {
    static func html(_ view: PipelineView, tried: PipelineFile?) -> HTML {
        let text = tried?.source ?? view.file?.source ?? view.loaded?.source ?? ""
        return """
            <details class="card editor" id="editor"\("open", if: tried != nil)>
            <summary><h2>\(Icon.html("edit")) Try changes</h2><span class="quiet">Nothing is saved here</span></summary>
            <form method="post" action="\(PagePath.pipeline(view.name))/check#editor" data-module="pipeline" \
            data-file="\(view.name).yaml">
            <p class="quiet" id="editor-hint">Lint reads along while you type. To keep what you have changed, copy it into \
            \(view.file?.file ?? "the file"), or download it: the service reads files again by itself.</p>
            <label class="visually-hidden" for="editor-text">Text of \(view.name)</label>
            <div class="editor-text"><pre class="gutter" aria-hidden="true" data-gutter></pre>\
            <textarea id="editor-text" name="text" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" \
            aria-describedby="editor-hint editor-state" rows="20">
            \(text)</textarea></div>
            <p class="editor-state" id="editor-state" role="status" aria-live="polite">\(tried.map(state) ?? "")</p>
            <div class="editor-issues" data-issues>\(tried.map { SourceListing.issues($0.issues) })</div>
            <div class="form-buttons"><button class="button button-check">\(Icon.html("check")) Check</button>
            <button class="button scripted-only" type="button" data-copy>\(Icon.html("copy")) Copy</button>
            <button class="button scripted-only" type="button" data-download>\(Icon.html("download")) Download</button>
            <button class="button" type="reset">\(Icon.html("undo")) Begin again</button></div>
            </form></details>
            """
    }

    private static func state(_ file: PipelineFile) -> String {
        let errors = file.count(.error)
        let warnings = file.count(.warning)
        if errors + warnings == 0 { return "No mistakes." }
        return
            "\(errors) \(errors == 1 ? "mistake" : "mistakes"), \(warnings) \(warnings == 1 ? "warning" : "warnings")."
    }
}
