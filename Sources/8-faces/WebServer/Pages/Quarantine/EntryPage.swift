internal import Pipelines
internal import Platform
internal import Representations

/// The page of a file in quarantine.
enum EntryPage {
    /// - Parameter run: that it was about; nil: it is not on record any more.
    static func page(_ entry: QuarantineEntry, run: RunRecord?, isAdmin: Bool, notice: Notice?) -> WebPage {
        let name = QuarantineWords.name(entry)
        return WebPage(
            name, in: .quarantine, notice: notice,
            """
            <p class="back"><a href="\(PagePath.quarantine)">\(Icon.html("chevron-left")) Quarantine</a></p>
            <header class="card run-head">
            <p class="badges">\(entry.state.shown.badge)\(entry.status.shown.badge)</p>
            <h1>\(name)</h1>
            \(entry.state == .held ? actions(entry) : resolved(entry))
            </header>
            <section class="card failure failure-\(entry.status.rawValue)" aria-labelledby="reason-title">
            <h2 id="reason-title">\(Icon.html(entry.status.shown.icon))\(title(entry))</h2>
            <p class="failure-message">\(entry.reason)</p>
            <p class="failure-kind"><code>\(entry.kind)</code> · <code>\(place(entry))</code> · attempt \(entry.attempt)</p>
            <h3>What to do next</h3>
            <p>\(QuarantineAdvice.text(entry.status, kind: entry.kind))</p>
            </section>
            \(facts(entry, isAdmin: isAdmin))
            \(read(run))
            """)
    }

    private static func title(_ entry: QuarantineEntry) -> String {
        let word = entry.status == .rejected ? "Rejected" : "Failed"
        return entry.stage.isEmpty ? word : "\(word) at \(entry.stage)"
    }

    private static func place(_ entry: QuarantineEntry) -> String {
        let parts = entry.place.split(separator: ":")
        guard parts.count > 1, let line = parts.last.flatMap({ Int($0) }) else { return entry.place }
        return RunWords.place(parts.dropLast().joined(separator: ":"), line: line)
    }

    private static func actions(_ entry: QuarantineEntry) -> HTML {
        """
        <div class="actions">
        <a class="button button-primary" href="\(PagePath.entry(entry.id, "release"))" data-sheet>\(Icon.html("retry")) Release…</a>
        <a class="button" href="\(PagePath.entry(entry.id, "discard"))" data-sheet>\(Icon.html("trash")) Discard…</a>
        <a class="button" href="\(PagePath.run(entry.run))">\(Icon.html("play")) Show the run</a>
        </div>
        """
    }

    private static func resolved(_ entry: QuarantineEntry) -> HTML {
        let at: HTML? = entry.resolvedAt.map { " at \(ShownTime.dateAndTime($0))" }
        let run: HTML? = entry.releasedTo.map { ", to <a href=\"\(PagePath.run($0))\">another run</a>" }
        return """
            <p>\(entry.state.shown.label)\(at)\(run).</p>
            <div class="actions"><a class="button" href="\(PagePath.run(entry.run))">\(Icon.html("play")) Show the run</a></div>
            """
    }

    private static func facts(_ entry: QuarantineEntry, isAdmin: Bool) -> HTML {
        let modified = Timestamp(microseconds: entry.source.modified / 1_000)
        let places: HTML =
            """
            <dl class="values">\(fact("Came from", "<code>\(entry.source.path.description)</code>"))\
            \(fact("Lies at", "<code>\(entry.kept.path.description)</code>"))</dl>
            """
        return """
            <section class="card" aria-labelledby="file-title"><h2 id="file-title">File</h2>
            <dl class="metadata">
            \(fact("Name", "\(QuarantineWords.name(entry))"))
            \(fact("Size", "\(HumanFormat.size(entry.source.size))"))
            \(fact("Changed", ShownTime.dateAndTime(modified)))
            \(fact("Kept since", ShownTime.dateAndTime(entry.createdAt)))
            \(fact("Pipeline", "\(entry.pipeline)"))
            </dl>
            \(isAdmin ? places : nil)
            <p class="quiet">\(QuarantineWords.way(entry.kept))\(entry.kept.note.map { " \($0)" } ?? "")</p></section>
            """
    }

    /// What the run found out about it.
    private static func read(_ run: RunRecord?) -> HTML? {
        guard let list = run.flatMap({ ShownValue.list($0.document) }) else { return nil }
        return
            "<section class=\"card\" aria-labelledby=\"facts-title\"><h2 id=\"facts-title\">What was read of it</h2>\(list)</section>"
    }

    private static func fact(_ label: String, _ value: HTML) -> HTML {
        "<div><dt>\(label)</dt><dd>\(value)</dd></div>"
    }
}
