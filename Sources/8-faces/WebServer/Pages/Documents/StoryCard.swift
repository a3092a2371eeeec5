internal import Accounts
internal import Documents
internal import Platform
internal import Representations

/// What has happened to a document, newest first: the last of it, and the rest at a press.
enum StoryCard {
    private static let shown = 12

    static func html(_ view: DocumentView) -> HTML {
        let lines = lines(of: view)
        let rest = lines.dropFirst(shown)
        let more: HTML? =
            rest.isEmpty
            ? nil
            : """
            <details><summary class="button button-small">Show \(rest.count) more</summary>
            <ol class="story">\(rest.map(row))</ol></details>
            """
        return """
            <section class="card" aria-labelledby="story-title" id="story">
            <h2 id="story-title">History</h2>
            <ol class="story">\(lines.prefix(shown).map(row))</ol>
            \(more)
            </section>
            """
    }

    /// One thing that happened, or several of a kind at one time.
    private struct Line {
        let at: Timestamp
        let icon: String
        let text: HTML
    }

    private static func row(_ line: Line) -> HTML {
        """
        <li>\(Icon.html(line.icon))<div>\(line.text)<p class="quiet">\(ShownTime.dateAndTime(line.at))</p></div></li>

        """
    }

    /// Schools that were added at once stand in one line.
    private static func lines(of view: DocumentView) -> [Line] {
        var lines: [Line] = []
        var schools: [String] = []
        for (index, entry) in view.story.enumerated() {
            if case .shared(let share, _) = entry.what {
                schools.append(view.schools[share.school])
                if index + 1 < view.story.count, case .shared = view.story[index + 1].what,
                    view.story[index + 1].at.description.prefix(19) == entry.at.description.prefix(19)
                {
                    continue
                }
                lines.append(Line(at: entry.at, icon: "school", text: shared(schools)))
                schools = []
            } else if !isTold(entry.what, in: view.story), let (icon, text) = words(entry.what, view.schools) {
                lines.append(Line(at: entry.at, icon: icon, text: text))
            }
        }
        return lines
    }

    /// Whether what lies in the trash is told of by the entry of who put it there, which stays when it is restored.
    private static func isTold(_ what: StoryEntry.What, in story: [StoryEntry]) -> Bool {
        guard case .trashed(let number) = what else { return false }
        let scope = number.map { "version \($0)" } ?? "all versions"
        for case .changed(let entry) in story.map(\.what) where entry.outcome == .succeeded {
            if entry.action == "documents.restore" { return false }
            if entry.action == "documents.trash", entry.detail == scope { return true }
        }
        return false
    }

    private static func shared(_ schools: [String]) -> HTML {
        if schools.count == 1 { return "<p>Shared with \(schools[0])</p>" }
        return """
            <p>Shared with \(schools.count) schools</p>
            <details><summary>Which</summary><ul>\(schools.map { "<li>\($0)</li>" as HTML })</ul></details>
            """
    }

    /// nil: another entry tells of it already.
    private static func words(_ what: StoryEntry.What, _ names: SchoolNames) -> (String, HTML)? {
        switch what {
        case .shared: nil
        case .version(let version, let runs): ("upload", self.version(version, runs))
        case .trashed(let number):
            (
                "trash",
                number.map { "<p>Version \($0) went into the trash</p>" } ?? "<p>The document went into the trash</p>"
            )
        case .linked(let link):
            ("link", "<p>\(link.madeBy) made a link\(link.label.map { " for \($0)" } ?? "")</p>")
        case .linkRevoked(let link): ("close", "<p>The link\(link.label.map { " for \($0)" } ?? "") was revoked</p>")
        case .viewed(let views): ("eye", "<p>Viewed \(HumanFormat.count(views.views, "time")) by link</p>")
        case .changed(let entry): changed(entry, names)
        }
    }

    private static func version(_ version: DocumentVersion, _ runs: [StoryRun]) -> HTML {
        let told = runs.flatMap(\.notifications).count
        return """
            <p>Version \(version.number) was stored from \(version.name)\
            \(told > 0 ? ", and announced" : "" as String). \
            <a href="\(PagePath.run(version.run))">What was checked</a></p>
            """
    }

    private static func changed(_ entry: AuditEntry, _ names: SchoolNames) -> (String, HTML)? {
        let isDone = entry.outcome == .succeeded
        if isDone, ["links.create", "links.revoke", "documents.share"].contains(entry.action) { return nil }
        let what = words(entry, names)
        let reason = entry.reason.map { ": \($0)" } ?? ""
        let end = entry.outcome == nil ? "; its outcome is unknown" : ", which was not done\(reason)"
        return isDone
            ? (entry.action == "documents.trash" ? "trash" : "edit", "<p>\(entry.by.name) \(what)</p>")
            : ("warning", "<p>\(entry.by.name) \(what)\(end)</p>")
    }

    /// What somebody has done, or was to do.
    private static func words(_ entry: AuditEntry, _ names: SchoolNames) -> String {
        switch entry.action {
        case "documents.edit": "edited \(entry.detail ?? "it")"
        case "documents.share", "documents.unshare": shares(entry, names)
        case "documents.trash": "put \(part(entry)) into the trash"
        case "documents.restore": "restored it"
        case "documents.delete": "deleted a part of it"
        case "links.create": "made a link to it"
        case "links.revoke": "revoked a link to it"
        default: "changed it (\(entry.action))"
        }
    }

    /// "version 2", as a request for one version says it.
    private static func part(_ entry: AuditEntry) -> String {
        entry.detail.flatMap { $0.hasPrefix("version ") ? $0 : nil } ?? "it"
    }

    /// The detail has schools: with `+` or `-` before each where both can be asked for at once.
    private static func shares(_ entry: AuditEntry, _ names: SchoolNames) -> String {
        let ids = (entry.detail ?? "").split(separator: " ")
        let isShared = entry.action == "documents.share"
        func schools(_ isAdded: Bool) -> String? {
            let chosen = ids.filter { $0.first == "-" ? !isAdded : $0.first == "+" ? isAdded : isShared == isAdded }
            if chosen.isEmpty { return nil }
            return chosen.map { names[String($0.drop { $0 == "+" || $0 == "-" })] }.joined(separator: ", ")
        }
        let parts = [
            schools(true).map { "shared it with \($0)" }, schools(false).map { "ended its being shared with \($0)" },
        ].compactMap { $0 }
        return parts.isEmpty ? "changed with whom it is shared" : parts.joined(separator: " and ")
    }
}
