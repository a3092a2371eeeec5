internal import Documents
internal import Platform
internal import Representations

/// The viewer: a document on the whole screen, with its neighbours in the list that it was opened from.
enum ViewerPage {
    static func page(_ view: ViewerView) -> WebPage {
        let version = view.version
        let kind = Preview.kind(of: version, view.film.media)
        let isText = view.text != nil
        let download = PagePath.content(version.id, asDownload: true)
        var assets = Preview.assets(for: kind == .pdf ? [.pdf] : [])
        assets.modules.append("viewer.js")
        return WebPage(
            version.title, style: .full, assets: assets,
            """
            <main class="viewer" data-module="viewer" data-kind="\(kind == .text && !isText ? "other" : kind.rawValue)" \
            data-title="\(version.title)" data-size="\(Int(version.size))" data-download="\(download)">
            <div class="viewer-toolbar viewer-top" role="toolbar" aria-label="Document">
            <a class="icon-button" data-action="close" href="\(view.paths.document(version.id))" \
            aria-label="Close document viewer">\(Icon.html("close"))</a>
            <h1 class="viewer-title">\(version.title)</h1>
            <a class="icon-button" data-action="share" href="\(view.paths.document(version.id, part: "share"))" \
            aria-label="Share document">\(Icon.html("share"))</a>
            <a class="icon-button" data-action="download" href="\(download)" download \
            aria-label="Download document to device">\(Icon.html("download"))</a>
            </div>
            <div class="viewer-content">
            \(content(view, kind))
            </div>
            \(view.place.map { neighbours($0, view) })
            </main>
            """)
    }

    private static func content(_ view: ViewerView, _ kind: Preview.Kind) -> HTML {
        let version = view.version
        switch kind {
        case .video:
            return Preview.element(view.film.sources(of: version), title: version.title)
        case .image:
            let source = view.film.sources(of: version).source
            return "<img class=\"viewer-image\" src=\"\(source)\" alt=\"\(version.title)\">"
        case .pdf: return Preview.pdf(version, fit: "height", information: information(view))
        case .text, .other:
            guard let text = view.text else { return unavailable(version) }
            return PreviewText.html(text, of: version, style: "viewer-text")
        }
    }

    private static func unavailable(_ version: DocumentVersion) -> HTML {
        """
        <div class="viewer-unavailable">\(Icon.html("file"))\
        <p class="viewer-unavailable-text">Preview unavailable for this file type</p>\
        <p class="viewer-unavailable-text">\(version.name), \(HumanFormat.size(version.size))</p>\
        <a class="button viewer-fill-button" data-action="download-to-view" \
        href="\(PagePath.content(version.id, asDownload: true))" download>\(Icon.html("download")) Download to view</a></div>
        """
    }

    private static func information(_ view: ViewerView) -> HTML {
        let version = view.version
        return """
            <dl class="metadata-list">
            <dt>Type</dt><dd>\(version.type.label)</dd>
            <dt>Version</dt><dd>v\(version.number)</dd>
            <dt>About school</dt><dd>\(version.school.map { view.schools[$0] } ?? "General")</dd>
            <dt>Uploaded</dt><dd>\(ShownTime.date(version.createdAt))</dd>
            <dt>Size</dt><dd>\(HumanFormat.size(version.size))</dd>
            \(view.film.media.facts.shown.map { "<dt>\($0.name)</dt><dd>\($0.text)</dd>" as HTML })
            <dt>File name</dt><dd>\(version.name)</dd>
            <dt>Shared with</dt><dd>\(HumanFormat.count(version.sharedWith.count, "school"))</dd>
            </dl>
            \(version.description.map { "<p>\($0)</p>" as HTML })
            """
    }

    private static func neighbours(_ place: ViewerView.Place, _ view: ViewerView) -> HTML {
        """
        <nav class="viewer-toolbar viewer-bottom" aria-label="Documents" data-position="\(place.number)" \
        data-count="\(place.count)">
        \(link(to: place.before.last, "prev", "View previous document", "chevron-left", view))
        \(strip(place.before, from: -place.before.count, place, view))
        <span class="viewer-position" role="status" aria-label="Document \(place.number) of \(place.count)">\
        \(place.number) of \(place.count)</span>
        \(strip(place.after, from: 1, place, view))
        \(link(to: place.after.first, "next", "View next document", "chevron-right", view))
        </nav>
        """
    }

    /// Documents that lie near, as small pictures. By keys one goes there with the links beside them, so these are no stops on
    /// the way.
    ///
    /// - Parameter first: how many steps away the first of them is.
    private static func strip(
        _ documents: [DocumentVersion], from first: Int, _ place: ViewerView.Place, _ view: ViewerView
    ) -> HTML? {
        if documents.isEmpty { return nil }
        let items = documents.enumerated().map { index, document -> HTML in
            """
            <li><a data-steps="\(first + index)" tabindex="-1" href="\(view.paths.document(document.id, part: "view"))" \
            title="\(document.title)" aria-label="View \(document.title)">\
            \(Thumbnail.html(of: document, place.media, isTiny: true) ?? Icon.html(document.type.icon))</a></li>
            """
        }
        return "<ul class=\"viewer-strip\(first > 0 ? " viewer-strip-after" : "")\">\(items)</ul>"
    }

    private static func link(
        to document: DocumentVersion?, _ relation: String, _ label: String, _ icon: String, _ view: ViewerView
    ) -> HTML {
        guard let id = document?.id else {
            return """
                <a class="icon-button" rel="\(relation)" role="link" aria-disabled="true" \
                aria-label="\(label)">\(Icon.html(icon))</a>
                """
        }
        return """
            <a class="icon-button" rel="\(relation)" href="\(view.paths.document(id, part: "view"))" \
            aria-label="\(label)">\(Icon.html(icon))</a>
            """
    }
}
