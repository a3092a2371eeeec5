internal import Accounts
internal import Documents
internal import Platform
internal import Representations

/// What has happened to a document, newest first.
enum StoryCard {
    static func html(_ view: DocumentView) -> HTML {
        """
        <section class="card" aria-labelledby="story-title" id="story">
        <h2 id="story-title">Story</h2>
        <ol class="story">\(view.story.map { row($0, view) })</ol>
        </section>
        """
    }

    private static func row(_ entry: StoryEntry, _ view: DocumentView) -> HTML {
        let (icon, text) = words(entry.what, view)
        return """
            <li>\(Icon.html(icon))<div><p>\(text)</p><p class="quiet">\(ShownTime.dateAndTime(entry.at))</p></div></li>

            """
    }

    private static func words(_ what: StoryEntry.What, _ view: DocumentView) -> (String, HTML) {
        switch what {
        case .version(let version, let runs): ("upload", self.version(version, runs))
        case .trashed(let number):
            ("trash", number.map { "Version \($0) went into the trash" } ?? "The document went into the trash")
        case .shared(let share, let hasEnded):
            ("school", "Shared with \(view.schools[share.school])\(hasEnded ? ", until it went into the trash" : "")")
        case .linked(let link): ("link", "A link was made\(link.label.map { " for \($0)" } ?? "") by \(link.madeBy)")
        case .linkRevoked(let link): ("close", "The link\(link.label.map { " for \($0)" } ?? "") was revoked")
        case .viewed(let views): ("eye", "Viewed \(HumanFormat.count(views.views, "time")) by link")
        case .changed(let entry):
            (
                entry.outcome == .failed ? "warning" : "edit",
                "\(entry.by.name): \(entry.action)\(entry.detail.map { " (\($0))" } ?? "")\(entry.reason.map { ": \($0)" } ?? "")"
            )
        }
    }

    private static func version(_ version: DocumentVersion, _ runs: [StoryRun]) -> HTML {
        let told = runs.flatMap(\.notifications).count
        let announced: HTML? = told > 0 ? ", announced \(HumanFormat.count(told, "time"))" : nil
        return """
            Version \(version.number) was stored from \(version.name)\(announced). \
            <a href="\(PagePath.run(version.run))">What was checked</a>
            """
    }
}
