internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents history ID`
enum DocumentsStory {
    private static let limit = CommandOption.value(
        "limit", short: "n", "N", ArgumentKind.integer(in: 1...1_000),
        "Show at most that many versions, and what happened in the meantime.", standard: 20, shown: "20")

    static let command = Command(
        "history", "Show what has happened to a document, newest first",
        discussion: """
            Lists each version with the runs that led to it, the decisions of their stages and their notifications; shares, links \
            with their views, and changes with who made them. What `retention` has removed is not shown.
            """,
        options: [
            ListingOptions.since.spec, ListingOptions.until.spec, limit.spec, ListingOptions.after.spec,
            ListingOptions.everything.spec, ListingOptions.json.spec,
        ],
        positionals: [DocumentsCommand.id.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let times = context.streams.times
        let id = try await context.documentID(in: workspace)
        let story = DocumentStory(in: workspace)
        try await context.pages(time: \.at, limit: limit) { limit, after in
            try await story.page(of: id, limit: limit, after: after)
        } show: { page, _ in
            let (runs, links) = (page.items.flatMap(\.runs), page.items.compactMap(\.link))
            let shortRuns = try await context.shownIDs(runs, of: .run, in: workspace)
            let shortLinks = try await context.shownIDs(links, of: .link, in: workspace)
            let shown = Dictionary(zip(runs + links, shortRuns + shortLinks)) { $1 }
            for entry in page.items {
                if context[ListingOptions.json] {
                    try context.streams.print(json: entry.record)
                } else {
                    let width = context.streams.terminal.width
                    let time = "\(times.text(entry.at))  "
                    try context.streams.write(
                        TextWrapping.line(sentence(entry, shown, times), behind: time, width: width)
                            + lines(entry, shown).map { indent, line in
                                let margin = String(repeating: " ", count: indent)
                                return TextWrapping.line(line, behind: margin, hang: indent + 4, width: width)
                            }.joined())
                }
            }
            if let next = page.next { context.streams.report(next: next) }
        }
        return .success
    }

    private static func sentence(_ entry: StoryEntry, _ shown: [String: String], _ times: TimeText) -> String {
        switch entry.what {
        case .version(let version, _):
            return "version \(version.number)\(version.isCurrent ? ", the current one" : ""): "
                + "\(Printable.text(version.name)), \(HumanFormat.size(version.size))"
        case .trashed(let version):
            return version.map { "version \($0) went into the trash" } ?? "went into the trash"
        case .shared(let share, let hasEnded):
            return "shared with \(share.school)" + (share.maker(shown).map { " by \(Printable.text($0))" } ?? "")
                + (hasEnded ? "; the trash has ended that" : "")
        case .linked(let link):
            return
                "link \(shown[link.id] ?? link.id) made by \(Printable.text(link.madeBy)), until \(times.text(link.expiresAt))"
        case .linkRevoked(let link): return "link \(shown[link.id] ?? link.id) revoked"
        case .viewed(let views):
            return "link \(shown[views.link] ?? views.link): \(HumanFormat.count(views.views, "view")) in that hour"
        case .changed(let entry):
            let outcome =
                entry.outcome.map { $0 == .succeeded ? "" : ": \($0.rawValue)" } ?? ": its outcome is unknown"
            return "\(entry.action) by \(Printable.text(entry.by.name))"
                + (entry.detail.map { ", \(Printable.text($0))" } ?? "") + outcome
        }
    }

    /// Each with how far in it stands.
    private static func lines(_ entry: StoryEntry, _ shown: [String: String]) -> [(indent: Int, text: String)] {
        guard case .version(_, let runs) = entry.what else { return [] }
        return runs.flatMap { story -> [(indent: Int, text: String)] in
            let run = story.run
            let kind = run.trigger["kind"]?.string ?? "command"
            let origin = run.origin.map { " (\($0.kind.rawValue) of \(shown[$0.run] ?? $0.run))" } ?? ""
            let name = shown[run.id] ?? run.id
            var lines = [
                (4, "run \(name) of \(run.pipeline), by \(Printable.text(kind))\(origin): \(run.status.rawValue)")
            ]
            for decision in story.decisions {
                let place = decision.place.map { " (\($0))" } ?? ""
                let reason = decision.stage.error.map { ": \(Printable.text($0.message))" } ?? ""
                lines.append((6, "\(decision.stage.id)\(place): \(decision.stage.status.rawValue)\(reason)"))
            }
            for notification in story.notifications {
                lines.append(
                    (
                        6,
                        "\(notification.state.rawValue) through \(notification.notification.channel): "
                            + Printable.text(notification.notification.subject)
                    ))
            }
            return lines
        }
    }
}

extension StoryEntry {
    /// The ids of the runs that it names: its own, those that they go on from, and one that has shared the document.
    fileprivate var runs: [String] {
        switch what {
        case .version(_, let runs): runs.flatMap { [$0.run.id] + ($0.run.origin.map { [$0.run] } ?? []) }
        case .shared(let share, _): share.run.map { [$0] } ?? []
        default: []
        }
    }

    /// The id of the link that it is about.
    fileprivate var link: String? {
        switch what {
        case .linked(let link), .linkRevoked(let link): link.id
        case .viewed(let views): views.link
        default: nil
        }
    }
}
