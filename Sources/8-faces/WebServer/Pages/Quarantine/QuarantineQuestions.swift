internal import Pipelines
internal import Platform
internal import Representations

/// Questions before files are released or discarded.
enum QuarantineQuestions {
    /// What is asked about.
    struct Subject: Sendable {
        let entries: [QuarantineEntry]
        /// Whether there are more than can be done at a time.
        let more: Bool
        /// The group; nil: one entry.
        let selection: QuarantineView.Selection?

        /// Where one came from.
        var back: String { selection == nil ? PagePath.entry(entries[0].id) : PagePath.quarantine }
        var name: String {
            entries.count == 1 ? "“\(QuarantineWords.name(entries[0]))”" : HumanFormat.count(entries.count, "file")
        }

        func action(_ part: String) -> String {
            selection == nil ? PagePath.entry(entries[0].id, part) : "\(PagePath.quarantine)/\(part)"
        }
    }

    /// - Parameters:
    ///   - inputs: those of the former run, where there is one run.
    static func release(_ subject: Subject, inputs: Record, form: FormValues = FormValues()) -> WebPage {
        let one = subject.entries.count == 1
        let fields: HTML? =
            inputs.isEmpty
            ? nil
            : """
            <details class="unfold"\("open", if: !form.isValid)><summary class="button button-small">\(Icon.html("edit")) \
            With other inputs</summary>
            <p class="quiet">The former run had:</p>\(ShownValue.list(inputs))
            \(Field.area("inputs", "Inputs that are to be other ones", form, placeholder: "title=Spring letter", hint: "One on a line, as name=value."))
            </details>
            """
        return WebPage(
            "Release", in: .quarantine,
            """
            <p class="back"><a href="\(subject.back)">\(Icon.html("chevron-left")) Back</a></p>
            <h1>Release</h1>
            <form class="form question" method="post" action="\(subject.action("release"))">
            \(Field.problem(form))\(hidden(subject))
            <p>Run \(subject.name) again, with the pipeline as it is now?</p>
            <p class="quiet">\(one ? "It stays" : "They stay") here until the new \(one ? "run has" : "runs have") ended. \
            \(subject.more ? "There are more than can be released at a time; release again for the rest." : "")</p>
            \(one ? nil : names(subject))\(fields)
            <div class="form-buttons"><a class="button" href="\(subject.back)" data-cancel>Cancel</a>
            <button class="button button-primary">\(Icon.html("retry")) Release</button></div>
            </form>
            """)
    }

    static func discard(_ subject: Subject, problem: String? = nil) -> WebPage {
        WebPage(
            "Discard", in: .quarantine,
            """
            <p class="back"><a href="\(subject.back)">\(Icon.html("chevron-left")) Back</a></p>
            <h1>Discard</h1>
            <form class="form question" method="post" action="\(subject.action("discard"))">
            \(Field.problem(FormValues(problem: problem)))\(hidden(subject))
            <p>Give \(subject.name) up?</p>
            <p class="quiet">What quarantine has kept is erased, which cannot be undone. Originals elsewhere are never touched.\
            \(subject.more ? " There are more than can be discarded at a time." : "")</p>
            \(subject.entries.count == 1 ? nil : names(subject))
            <div class="form-buttons"><a class="button" href="\(subject.back)" data-cancel autofocus>Cancel</a>
            <button class="button button-danger">\(Icon.html("trash")) Discard</button></div>
            </form>
            """)
    }

    private static func hidden(_ subject: Subject) -> [HTML] {
        (subject.selection?.parts ?? []).compactMap { name, value in
            value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" }
        }
    }

    private static func names(_ subject: Subject) -> HTML {
        let shown = subject.entries.prefix(8)
        let rest = subject.entries.count - shown.count
        return """
            <ul class="entries">\(shown.map { QuarantinePage.entry($0) })\
            \(rest > 0 ? "<li class=\"quiet\">and \(rest) more</li>" as HTML : nil)</ul>
            """
    }
}
