internal import Documents
internal import Platform
internal import Representations

/// What a link for coaches shows: documents, each to be looked at or stored. Needs no script and no account.
enum CoachPage {
    static func page(_ opened: OpenedLink, media: [String: ObjectMedia], secret: String) -> WebPage {
        let documents = opened.documents
        let single = documents.count == 1
        return WebPage(
            single ? documents[0].title : "Recruiting documents",
            assets: Preview.assets(for: documents.map { Preview.kind(of: $0, media[$0.objectKey] ?? ObjectMedia()) }),
            """
            <header class="page-head"><div><h1>\(single ? "A recruiting document" : "Recruiting documents")</h1>
            <p class="subtitle">Shared with you until \(ShownTime.date(opened.link.expiresAt)).</p></div></header>
            <ul class="coach-documents">
            \(opened.places.compactMap { place in
                place.version.map {
                    item($0, media[$0.objectKey] ?? ObjectMedia(), number: place.place, secret: secret)
                }
            })
            </ul>
            <link rel="stylesheet" href="/l/\(secret)/seen">
            """)
    }

    private static func item(
        _ document: DocumentVersion, _ media: ObjectMedia, number: Int, secret: String
    ) -> HTML {
        let path = "/l/\(secret)/\(number)"
        return """
            <li class="card">
            \(TypeBadge.html(document.type))
            <h2>\(document.title)</h2>
            <p class="facts">\(HumanFormat.size(document.size)), uploaded \(ShownTime.date(document.createdAt))</p>
            \(document.description.map { "<p>\($0)</p>" as HTML })
            \(preview(document, media, path))
            <p class="actions"><a class="button button-primary" href="\(path)?download=true" download>\
            \(Icon.html("download")) Download</a></p>
            </li>

            """
    }

    /// By the address of the link, since whoever has it may ask for no other.
    private static func preview(_ document: DocumentVersion, _ media: ObjectMedia, _ path: String) -> HTML? {
        let source = media[.web] == nil ? path : "\(path)/\(Rendition.Kind.web.rawValue)"
        switch Preview.kind(of: document, media) {
        case .video:
            return Preview.video(
                FilmSources(
                    source: source,
                    poster: media[.thumbnail480].map { _ in "\(path)/\(Rendition.Kind.thumbnail480.rawValue)" }),
                download: "\(path)?download=true", title: document.title)
        case .image:
            return Preview.image(at: source, download: "\(path)?download=true", title: document.title, opens: source)
        case .pdf:
            return Preview.pdf(
                at: path, download: "\(path)?download=true", title: document.title, size: document.size, fit: "width")
        case .text: return "<p><a class=\"button\" href=\"\(path)\">View</a></p>"
        case .other: return nil
        }
    }
}
