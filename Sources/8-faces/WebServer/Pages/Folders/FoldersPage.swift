internal import Pipelines
internal import Platform
internal import Representations
internal import WatchedFolders

/// The page of the watched folders: what waits in them, why, and what to do about it.
enum FoldersPage {
    struct Folder: Sendable {
        let pipeline: String
        let trigger: WatchTrigger?
        /// nil: this process does not watch it.
        let status: IntakeStatus?

        var path: String { status?.path ?? trigger?.path ?? "" }
    }

    static func page(_ folders: [Folder], isWatching: Bool, now: Timestamp) -> WebPage {
        WebPage(
            "Folders", in: .folders, module: "folders",
            """
            <header class="page-head"><div><h1>Folders</h1>\
            <p class="subtitle">\(HumanFormat.count(folders.count, "watched folder"))</p></div></header>
            \(isWatching || folders.isEmpty ? nil : Notice.html(Notice(kind: .warning, text: notWatching)))
            \(folders.isEmpty ? empty : "\(folders.enumerated().map { card($1, number: $0 + 1, now) })")
            """)
    }

    private static let notWatching =
        "This process serves pages and watches no folders: compass up does. Until that runs, files wait in their folders."

    private static let empty = EmptyState.html(
        icon: "folder", title: "No watched folders",
        text: "A pipeline with on: watch: in its file runs for each file that is dropped into its folder.")

    private static func card(_ folder: Folder, number: Int, _ now: Timestamp) -> HTML {
        """
        <section class="card" id="folder-\(number)" data-live aria-labelledby="folder-\(number)-title">
        <div class="card-head"><h2 class="folder-title" id="folder-\(number)-title">\(Icon.html("folder")) \(folder.path)</h2>\
        \(folder.status.map(state) ?? "<span class=\"badge\">not watched now</span>")</div>
        <p class="quiet">For <a id="folder-\(number)-pipeline" href="\(PagePath.pipeline(folder.pipeline))">\
        \(folder.pipeline)</a>\(folder.trigger.map(rules)).\(folder.status.map { facts($0) })</p>
        \(folder.status.flatMap { trouble($0) })
        \(folder.status.map { files($0, folder.trigger, number, now) })
        </section>

        """
    }

    private static func rules(_ trigger: WatchTrigger) -> HTML {
        let names = trigger.include.isEmpty ? "" : ", files like \(trigger.include.joined(separator: ", "))"
        return "\(names)"
    }

    private static func facts(_ status: IntakeStatus) -> HTML {
        let look = status.lastScan.map { " Looked through on \(ShownTime.dateAndTime($0))." as HTML }
        return " \(HumanFormat.count(status.taken, "file")) taken since the service began.\(look)"
    }

    private static func state(_ status: IntakeStatus) -> HTML {
        switch status.state {
        case .watching: "<span class=\"badge badge-succeeded\">\(Icon.html("eye"))watching</span>"
        case .starting: "<span class=\"badge badge-running\">\(Icon.html("clock"))starting</span>"
        case .missing: "<span class=\"badge badge-failed\">\(Icon.html("warning"))not there</span>"
        case .paused: "<span class=\"badge badge-warning\">\(Icon.html("pause"))paused</span>"
        case .stopped: "<span class=\"badge\">\(Icon.html("stop"))stopped</span>"
        }
    }

    /// Why it takes nothing, or takes files late, and what to do.
    private static func trouble(_ status: IntakeStatus) -> HTML? {
        var sentences: [HTML] = []
        if let detail = status.detail { sentences.append("<p>\(Prose.sentence(detail))</p>") }
        switch status.state {
        case .missing:
            sentences.append("<p>Make the folder, or mount the disk that it is on: it is then watched by itself.</p>")
        case .paused:
            let time = status.resumesAt.map { "<p>It tries again on \(ShownTime.dateAndTime($0)).</p>" as HTML }
            sentences.append(time ?? "<p>It tries again by itself.</p>")
        case .starting, .watching, .stopped: break
        }
        if let reason = status.pollingReason {
            sentences.append("<p class=\"quiet\">Files are found by looking now and then: \(reason).</p>")
        }
        return sentences.isEmpty
            ? nil : "<div class=\"notice notice-warning\">\(Icon.html("warning"))<div>\(sentences)</div></div>"
    }

    private static func files(_ status: IntakeStatus, _ trigger: WatchTrigger?, _ number: Int, _ now: Timestamp) -> HTML
    {
        let more = status.waitingCount - min(status.waiting.count, shown)
        let ignored: HTML? =
            status.ignoredCount == 0
            ? nil
            : """
            <details id="folder-\(number)-ignored"><summary id="folder-\(number)-ignored-title">\
            \(HumanFormat.count(status.ignoredCount, "file")) left alone</summary>
            <ul class="folder-files">\(status.ignored.prefix(shown).map { file in
                "<li>\(Icon.html("minus"))<span class=\"folder-title\">\(file.path.description)</span><span></span><span class=\"file-why quiet\">\(Prose.sentence(file.reason))</span></li>" as HTML
            })</ul></details>
            """
        return """
            \(status.waiting.isEmpty ? "<p>Nothing waits.</p>" as HTML : "<ul class=\"folder-files\">\(status.waiting.prefix(shown).map { file($0, trigger) })</ul>")\
            \(more > 0 ? "<p class=\"quiet\">And \(more) more.</p>" : nil)\(ignored)
            """
    }

    private static let shown = 200

    private static func file(_ file: IntakeStatus.Waiting, _ trigger: WatchTrigger?) -> HTML {
        let words = WaitingWords(file, trigger)
        return """
            <li>\(Icon.html(words.icon))<span class="folder-title">\(file.path.description)</span>\
            <span class="quiet">\(HumanFormat.size(file.size))</span>\
            <span class="file-why"><strong>\(words.state)</strong> since \(ShownTime.dateAndTime(file.since))\(file.detail.isEmpty ? "" : ": \(file.detail)"). \
            <span class="quiet">\(words.next)</span></span></li>

            """
    }
}

/// Why a file waits, and what happens next or has to be done.
struct WaitingWords: Sendable {
    let icon: String
    /// "Not whole"
    let state: String
    /// A sentence.
    let next: String

    init(_ file: IntakeStatus.Waiting, _ trigger: WatchTrigger?) {
        let settle = trigger.map { " for \($0.settle)" } ?? ""
        let patience = trigger.map { " Otherwise it is taken as it is after \($0.patience)." } ?? ""
        (icon, state, next) =
            switch file.reason {
            case .openForWriting:
                ("edit", "Being written", "It is taken once the program that writes it has closed it.")
            case .settling: ("clock", "Changing", "It is taken once nothing about it has changed\(settle).")
            case .empty: ("file", "Empty", "Its bytes are waited for.\(patience)")
            case .incomplete: ("upload", "Not whole", "Bring the rest, or a whole copy.\(patience)")
            case .blocked: ("lock", "Held back", "It is tried again by itself; see the reason for what is in its way.")
            case .queued: ("list", "Queued", "It is whole, and runs when it is its turn.")
            case .running: ("play", "Running", "Its run is running.")
            case .unmarked:
                (
                    "key", "Not released",
                    "Put \(trigger?.doneFile?.marker(for: file.path.name).description ?? "its marker") beside it once it is whole."
                )
            case .stuck:
                (
                    "warning", "Stuck",
                    "Its run has ended. Give the service the right to move it, or take it away by hand."
                )
            }
    }
}
