internal import Documents
internal import Pipelines
internal import Platform

/// The reference of a stage type, from what it declares.
enum StagePage {
    static func page(_ type: StageType, usedBy pipelines: [String]) -> WebPage {
        let spec = type.spec
        return WebPage(
            spec.name, in: .pipelines,
            """
            <p class="back"><a href="\(PagePath.stages)">\(Icon.html("chevron-left")) Stage reference</a></p>
            <header class="card"><h1><code>\(spec.name)</code></h1><p class="description">\(Prose.inline(spec.summary))</p>
            \(Prose.blocks(spec.discussion))
            <dl class="facts-list">
            <div><dt>Effect</dt><dd>\(Icon.html(spec.effect.icon)) \(spec.effect.words)</dd></div>
            <div><dt>Undo</dt><dd>\(undo(type))</dd></div>
            <div><dt>Needs</dt><dd>\(names(spec.needs))</dd></div>
            <div><dt>Since</dt><dd>\(spec.since)</dd></div>
            <div><dt>Used by</dt><dd>\(used(pipelines))</dd></div>
            </dl></header>
            <section class="card" aria-labelledby="options-title"><h2 id="options-title">Options</h2>
            \(type.options.isEmpty ? "<p class=\"quiet\">None.</p>" : options(type))</section>
            <section class="card" aria-labelledby="outputs-title"><h2 id="outputs-title">Outputs</h2>
            \(spec.allOutputs.isEmpty ? "<p class=\"quiet\">None.</p>" : outputs(spec))</section>
            <section class="card" aria-labelledby="examples-title"><h2 id="examples-title">Examples</h2>
            \(spec.examples.map(example))</section>
            """)
    }

    static func list(_ types: [StageType]) -> WebPage {
        WebPage(
            "Stage reference", in: .pipelines,
            """
            <p class="back"><a href="\(PageSection.pipelines.path)">\(Icon.html("chevron-left")) Pipelines</a></p>
            <header class="page-head"><div><h1>Stage reference</h1>\
            <p class="subtitle">What pipelines may be made of</p></div></header>
            <ul class="stage-list">
            \(types.map { type in
                """
                <li class="card"><h2><a href="\(PagePath.stage(type.spec.name))"><code>\(type.spec.name)</code></a></h2>\
                <p>\(Prose.inline(type.spec.summary))</p>\
                <p class="quiet">\(Icon.html(type.spec.effect.icon)) \(type.spec.effect.words)</p></li>

                """ as HTML
            })
            </ul>
            """)
    }

    static func options(_ type: StageType) -> HTML {
        let rows = type.options.map { option -> HTML in
            let secret = option.rules.acceptsSecret ? " May be a secret." : ""
            return """
                <tr><th scope="row"><code>\(option.name)</code></th><td>\(kind(option))</td><td>\(standard(option))</td>\
                <td>\(Prose.inline(option.doc + secret))</td></tr>

                """
        }
        return table("Options of \(type.spec.name)", ["Option", "Type", "Default", "What it does"], rows)
    }

    private static func outputs(_ spec: StageSpec) -> HTML {
        let facts = Set(spec.gives.map(\.name))
        let rows = spec.allOutputs.map { output -> HTML in
            let note = facts.contains(output.name) ? " Also `document.\(output.name)`." : ""
            return """
                <tr><th scope="row"><code>\(output.name)</code></th><td>\(output.type.description)</td>\
                <td>\(Prose.inline(output.doc + note))</td></tr>

                """
        }
        return table("Outputs of \(spec.name)", ["Output", "Type", "What it is"], rows)
    }

    private static func table(_ label: String, _ heads: [String], _ rows: [HTML]) -> HTML {
        """
        <div class="scrolls" tabindex="0" role="group" aria-label="\(label)"><table class="table">
        <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>
        <tbody>\(rows)</tbody></table></div>
        """
    }

    private static func kind(_ option: OptionDescription) -> HTML {
        guard let choices = option.choices else { return "\(option.type.nonNull.description)" }
        return Prose.inline(choices.map { "`\($0)`" }.joined(separator: ", "))
    }

    private static func standard(_ option: OptionDescription) -> HTML {
        switch option.standard {
        case .required: "<strong>required</strong>"
        case .value(.null): "<span class=\"quiet\">none</span>"
        case .value(let value): "<code>\(value.text)</code>"
        case .expression(let text): "<code>${{ \(text) }}</code>"
        }
    }

    private static func example(_ example: StageExample) -> HTML {
        let lines = example.yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let yaml = lines.enumerated().map { ($0.offset == 0 ? "- " : $0.element.isEmpty ? "" : "  ") + $0.element }
        let coloured = YAMLColours.lines(yaml.joined(separator: "\n")).map { tokens -> HTML in
            "\(SourceListing.coloured(tokens, []))\n"
        }
        return """
            <div class="example"><h3>\(Prose.inline(example.title))</h3>
            <pre class="code" tabindex="0" aria-label="Example: \(example.title)" role="region">\(coloured)</pre>
            <p class="quiet">\(result(example))</p></div>

            """
    }

    private static func result(_ example: StageExample) -> HTML {
        switch example.result {
        case .rejected(let message): "Rejected: \(message)"
        case .failed(let errorClass): "Fails with an error of class \(errorClass.rawValue)."
        case .outputs(let outputs) where outputs.isEmpty: "It succeeds."
        case .outputs(let outputs):
            Prose.inline("Gives " + outputs.map { "`\($0.key)`: `\($0.value.json)`" }.joined(separator: ", ") + ".")
        }
    }

    private static func undo(_ type: StageType) -> HTML {
        if type.spec.effect == .none { return "nothing to undo" }
        return Prose.inline(
            type.isUndoable
                ? "by itself when a later stage fails, unless the pipeline says `irreversible: true` or another `undo`"
                : "not by itself: the pipeline says `undo`, or `irreversible: true`")
    }

    private static func names(_ facts: [Fact]) -> HTML {
        facts.isEmpty ? "nothing" : Prose.inline(facts.map { "`\($0.name)`" }.joined(separator: ", "))
    }

    private static func used(_ pipelines: [String]) -> HTML {
        if pipelines.isEmpty { return "no pipeline" }
        let links = pipelines.map { "<li><a href=\"\(PagePath.pipeline($0))\">\($0)</a></li>" as HTML }
        return "<ul class=\"inline-list\">\(links)</ul>"
    }
}
