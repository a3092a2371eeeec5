internal import Documents
internal import Platform
internal import Representations

/// The documents' list.
enum DocumentListPage {
    static func page(_ view: DocumentListView) -> WebPage {
        WebPage(
            view.query.trashed ? "Trash" : "Documents", in: .documents, module: "documents", notice: view.notice,
            """
            <header class="page-head">
            <div><h1>\(view.query.trashed ? "Trash" : "Documents")</h1>
            <p class="subtitle" id="count" role="status">\(count(view))</p></div>
            \(view.query.trashed ? back : nil)
            </header>
            \(view.query.trashed ? nil : statistics(view.statistics))
            \(FilterBar.html(view))
            <div id="results" class="results" data-mode="\(view.mode.rawValue)">
            \(results(view))
            </div>
            \(SelectionBar.html(view))
            \(view.query.trashed ? nil : trashLink)
            \(view.query.trashed ? nil : upload(view))
            """)
    }

    private static func upload(_ view: DocumentListView) -> HTML {
        """
        <a class="floating-button" href="\(view.paths.newDocument)" data-sheet aria-label="Upload new document">\
        \(Icon.html("plus"))</a>
        """
    }

    private static let back: HTML = "<a class=\"button\" href=\"\(PagePath.documents)\">Back to Documents</a>"
    private static let trashLink: HTML = """
        <p class="page-links"><a href="\(PagePath.documents)?trashed=true">\(Icon.html("trash")) Trash</a></p>
        """

    private static func count(_ view: DocumentListView) -> String {
        let found = "\(view.found)\(view.isFoundMore ? "+" : "")"
        if view.query.trashed { return "\(found) in the trash; each is erased after 30 days" }
        return view.isFiltered ? "\(found) of \(view.statistics.total) total" : "\(view.statistics.total) total"
    }

    private static func statistics(_ figures: DocumentStatistics) -> HTML {
        """
        <dl class="statistics" id="statistics" tabindex="0" aria-label="Statistics">
        \(card("Total Documents", "\(figures.total)", "file", "primary"))
        \(card("Shared Documents", "\(figures.shared)", "share", "success"))
        \(card("Most Common Type", figures.mostCommonType?.label ?? "None", figures.mostCommonType?.icon ?? "file", "purple"))
        \(card("Total Storage", HumanFormat.size(figures.storageBytes), "storage", "warning"))
        </dl>
        """
    }

    private static func card(_ label: String, _ value: String, _ icon: String, _ colour: String) -> HTML {
        """
        <div class="statistic colour-\(colour)"><dt>\(Icon.html(icon))\(label)</dt><dd>\(value)</dd></div>
        """
    }

    private static func results(_ view: DocumentListView) -> HTML {
        if view.documents.isEmpty { return empty(view) }
        let shown = view.offset + view.documents.count
        let end: HTML
        if let next = view.next {
            end = """
                <p class="more"><a class="button" id="more" rel="next" \
                href="\(view.path(after: next, offset: shown))">Load more</a>\
                <span>\(shown) of \(view.found)\(view.isFoundMore ? "+" : "") shown</span></p>
                """
        } else {
            end = shown > 12 ? "<p class=\"more\"><span>All \(shown) are shown.</span></p>" : ""
        }
        return """
            <ul class="documents documents-\(view.mode.rawValue)" aria-label="Documents">
            \(view.documents.map { DocumentCard.html($0, in: view) })
            </ul>
            \(end)
            """
    }

    private static func empty(_ view: DocumentListView) -> HTML {
        if view.query.trashed {
            return EmptyState.html(
                icon: "trash", title: "The trash is empty", text: "Documents that you delete stay here for 30 days.")
        }
        if view.isFiltered {
            return EmptyState.html(
                icon: "search", title: "No documents match", text: "Try other words or fewer filters.",
                action: "<a class=\"button\" href=\"\(PagePath.documents)\">Clear filters</a>")
        }
        return EmptyState.html(
            icon: "file", title: "No documents yet",
            text: "Upload videos, transcripts, and other documents to share with coaches",
            action: EmptyState.upload)
    }
}
