internal import Documents
internal import Platform
internal import Representations

/// The page of a document.
enum DocumentPage {
    static func page(_ view: DocumentView) -> WebPage {
        WebPage(
            view.version.title, in: .documents, module: "document",
            assets: Preview.assets(for: [Preview.kind(of: view.version, view.film.media)]), notice: view.notice,
            """
            <p class="back"><a href="\(view.paths.documents(at: view.version))" data-back>\
            \(Icon.html("chevron-left")) Back to Documents</a></p>
            \(banner(view))
            <div class="document-page" id="document">
            \(head(view))
            \(metadata(view))
            <div class="document-main">
            <section class="card preview" aria-labelledby="preview-title">
            <div class="card-head"><h2 id="preview-title">Preview</h2>\
            <a class="button" href="\(view.path("view"))">\(Icon.html("fullscreen")) Full screen</a></div>
            \(Preview.html(view.version, text: view.text, film: view.film, paths: view.paths))
            </section>
            \(VersionHistory.html(view))
            </div>
            <div class="document-side">
            \(SharesCard.html(view))
            \(StoryCard.html(view))
            </div>
            </div>
            """)
    }

    private static func banner(_ view: DocumentView) -> HTML? {
        if view.isTrashed {
            return """
                <div class="notice notice-warning">\(Icon.html("trash"))<p>This document is in the trash. Nobody else can \
                see it.</p><form method="post" action="\(view.path("untrash"))">\
                <button class="button">\(Icon.html("undo")) Restore</button></form></div>
                """
        }
        if view.version.isCurrent { return nil }
        return """
            <div class="notice notice-warning">\(Icon.html("history"))<p>This is version \(view.version.number). \
            The current one is version \(view.current.number).</p>\
            <a class="button" href="\(view.paths.document(view.current.id))">Show the current version</a></div>
            """
    }

    private static func head(_ view: DocumentView) -> HTML {
        let version = view.version
        let description = version.description.map { "<p class=\"description\">\($0)</p>" as HTML }
        return """
            <header class="card document-head" id="head">
            \(TypeBadge.html(version.type))
            <h1 aria-label="\(version.title). \(version.type.label). Version \(version.number).">\(version.title)</h1>
            \(description)
            \(view.isTrashed ? nil : actions(view))
            </header>
            """
    }

    private static func actions(_ view: DocumentView) -> HTML {
        """
        <div class="actions">
        <a class="button button-primary" href="\(view.path("edit"))" data-sheet aria-label="Edit document metadata">\
        \(Icon.html("edit")) Edit</a>
        <a class="button button-success" href="\(view.path("share"))" data-sheet aria-label="Share document with schools">\
        \(Icon.html("share")) Share</a>
        <a class="button button-danger" href="\(view.path("delete"))" data-sheet aria-label="Delete document.">\
        \(Icon.html("trash")) Delete</a>
        <a class="button" href="\(PagePath.content(view.version.id, asDownload: true))" download>\
        \(Icon.html("download")) Download</a>
        </div>
        """
    }

    private static func metadata(_ view: DocumentView) -> HTML {
        let version = view.version
        let type = version.mimeType.split(separator: ";").first.map(String.init) ?? version.mimeType
        let owner: HTML? = view.showsOwner ? fact("Owner", "\(version.owner)") : nil
        return """
            <dl class="card metadata">
            \(fact("Version", "v\(version.number)"))
            \(fact("About school", "\(version.school.map { view.schools[$0] } ?? "General")"))
            \(fact("Uploaded", ShownTime.date(version.createdAt)))
            \(fact("File Type", "\(type)", isLong: type.count > longValue))
            \(fact("Size", "\(HumanFormat.size(version.size))"))
            \(view.film.media.facts.shown.map { fact($0.name, "\($0.text)") })
            \(fact("Shared with", "\(HumanFormat.count(view.shares.count, "school"))"))
            \(owner)
            \(fact("File name", "\(version.name)", isLong: version.name.count > longValue))
            </dl>
            """
    }

    /// What has more characters than this takes a line of its own, where it would make a tall column of narrow lines.
    private static let longValue = 28

    private static func fact(_ label: String, _ value: HTML, isLong: Bool = false) -> HTML {
        "<div\("class", isLong ? "fact-long" : nil)><dt>\(label)</dt><dd>\(value)</dd></div>"
    }
}
