internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// The files that runs refused or could not finish, by their reasons.
enum QuarantinePage {
    static func page(_ view: QuarantineView) -> WebPage {
        WebPage(
            "Quarantine", in: .quarantine, notice: view.notice,
            """
            <header class="page-head">
            <div><h1>Quarantine</h1><p class="subtitle" id="count" role="status">\(count(view))</p></div>
            \(switches(view))
            </header>
            \(view.entries.map { list($0, view) } ?? groups(view))
            """)
    }

    private static func count(_ view: QuarantineView) -> String {
        if view.entries != nil {
            if !view.selection.isEmpty { return "Files with one reason" }
            return view.showsAll ? "All files, also those that were released or discarded" : "Files of one time"
        }
        return view.held == 0 ? "No file is held" : "\(HumanFormat.count(view.held, "file")) held, by reason"
    }

    private static func switches(_ view: QuarantineView) -> HTML {
        if view.entries != nil {
            return "<a class=\"button\" href=\"\(PagePath.quarantine)\">Back to reasons</a>"
        }
        return
            "<a class=\"button\" href=\"\(PagePath.quarantine)?all=true\">\(Icon.html("history")) Show released and discarded files</a>"
    }

    // MARK: Groups

    private static func groups(_ view: QuarantineView) -> HTML {
        if view.groups.isEmpty {
            return EmptyState.html(
                icon: "check", title: "Nothing is in quarantine",
                text: "Files that a run rejects or cannot finish are kept here, with the reason.")
        }
        let period = PeriodFields.form(view.made, path: PagePath.quarantine, keeping: view.parts, label: "Files")
        return
            "\(period)<ul class=\"groups\" aria-label=\"Reasons\">\(view.groups.enumerated().map { group($0.element, number: $0.offset) })</ul>"
    }

    private static func group(_ shown: QuarantineView.Group, number: Int) -> HTML {
        let group = shown.group
        let parts = group.selection.parts
        let place = group.stage.isEmpty ? group.pipeline : "\(group.pipeline), \(group.stage)"
        let newest: HTML? = shown.newest.first.map { ", newest \(ShownTime.dateAndTime($0.createdAt))" }
        let rest = group.count - shown.newest.count
        let entries: HTML = """
            <ul class="entries">\(shown.newest.map { entry($0) })</ul>
            \(rest > 0 ? more(rest, parts) : nil)
            """
        return """
            <li class="card group"><article aria-labelledby="group-\(number)">
            <p class="badges">\(group.status.shown.badge)<span class="badge">\(HumanFormat.count(group.count, "file"))</span></p>
            <h2 id="group-\(number)">\(group.reason)</h2>
            <p class="quiet">\(place) · <code>\(group.kind)</code>\(newest)</p>
            <p>\(QuarantineAdvice.text(group.status, kind: group.kind))</p>
            <div class="actions">
            <a class="button button-primary" href="\(PagePath.with("\(PagePath.quarantine)/release", parts))" data-sheet>\
            \(Icon.html("retry")) Release\(group.count > 1 ? " all \(group.count)" : "")</a>
            <a class="button" href="\(PagePath.with("\(PagePath.quarantine)/discard", parts))" data-sheet>\
            \(Icon.html("trash")) Discard\(group.count > 1 ? " all \(group.count)" : "")</a></div>
            \(group.count > 1 ? unfold(entries, isOpen: group.count <= 3) : entries)
            </article></li>

            """
    }

    private static func unfold(_ entries: HTML, isOpen: Bool) -> HTML {
        """
        <details class="unfold"\("open", if: isOpen)><summary class="button button-small">Files</summary>
        \(entries)</details>
        """
    }

    private static func more(_ rest: Int, _ parts: [(String, String?)]) -> HTML {
        "<p><a class=\"button button-small\" href=\"\(PagePath.with(PagePath.quarantine, parts))\">Show \(rest) more</a></p>"
    }

    // MARK: Entries

    private static func list(_ entries: [QuarantineEntry], _ view: QuarantineView) -> HTML {
        let period = PeriodFields.form(view.made, path: PagePath.quarantine, keeping: view.parts, label: "Files")
        if entries.isEmpty {
            let nothing = EmptyState.html(
                icon: "search", title: "No files match",
                text: view.selection.isEmpty ? "Nothing of this time is there." : "Nothing with this reason is held.",
                action: "<a class=\"button\" href=\"\(PagePath.quarantine)\">Back to reasons</a>")
            return "\(view.made.isAll ? nil : period)\(nothing)"
        }
        let reason: HTML? = view.selection.isEmpty ? nil : entries.first.map { "<h2>\($0.reason)</h2>" }
        let next: HTML? = view.next.map {
            "<a class=\"button\" rel=\"next\" href=\"\(view.path(after: $0))\">Older files</a>"
        }
        return """
            \(period)
            <section class="card" aria-label="Files">\(reason)
            <ul class="entries">\(entries.map { entry($0, showsReason: view.selection.isEmpty, showsState: view.showsAll) })</ul>
            <p class="pages">\(next)</p></section>
            """
    }

    static func entry(_ entry: QuarantineEntry, showsReason: Bool = false, showsState: Bool = false) -> HTML {
        """
        <li>\(showsState ? entry.state.shown.badge : Icon.html("file"))<span class="entry-text">\
        <a href="\(PagePath.entry(entry.id))">\(QuarantineWords.name(entry))</a>\
        \(showsReason ? "<span class=\"run-error\">\(entry.reason)</span>" as HTML : nil)</span>\
        <span class="quiet">\(HumanFormat.size(entry.source.size)), \(ShownTime.dateAndTime(entry.createdAt))</span></li>
        """
    }
}

/// What pages say of files in quarantine.
enum QuarantineWords {
    /// The file's name, without its folders.
    static func name(_ entry: QuarantineEntry) -> String {
        Printable.text(entry.file.split(separator: "/").last.map(String.init) ?? entry.file)
    }

    static func way(_ kept: KeptFile) -> String {
        switch kept.way {
        case .moved: "The file itself lies in quarantine."
        case .copy: "Quarantine has a copy of its own."
        case .link: "Quarantine has a second name of the original; what is written into that changes it."
        case .reference: "Only the original exists, where it was."
        }
    }
}

/// What can be done about a reason.
enum QuarantineAdvice {
    static func text(_ status: RunStatus, kind: String) -> String {
        switch kind {
        case "wrong-extension", "wrong-contents":
            return "The file is of another type than its pipeline takes. Send it as the type that it is, or discard it."
        case "too-large": return "The file is too large. Send a smaller one, and discard this."
        case CatalogError.Kind.unknownSchool.rawValue:
            return "There is no such school. Add it, then release the file; or discard it, and send it with another."
        case "empty-file": return "The file is empty. Send it again whole, and discard this."
        default: break
        }
        if status == .rejected {
            return
                "It was refused. If the file is right, change what refused it and release it. If not, discard it and send a corrected file."
        }
        return "The file may be fine: something around it broke. Release it once the cause is gone."
    }
}
