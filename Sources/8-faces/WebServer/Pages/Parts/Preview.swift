internal import Documents
internal import Platform
internal import Representations

/// What a browser can show of a version's file.
enum Preview {
    enum Kind: String, Sendable {
        case video, image, pdf, text, other
    }

    /// - Parameter media: what was made of it: of a picture that not every browser shows, one that each does.
    static func kind(of version: DocumentVersion, _ media: ObjectMedia = ObjectMedia()) -> Kind {
        let type = version.mimeType.split(separator: ";").first.map { $0.lowercased() } ?? ""
        if type == "application/pdf" { return .pdf }
        if type.hasPrefix("video/") { return .video }
        if ["image/jpeg", "image/png", "image/webp", "image/gif"].contains(type) { return .image }
        if type.hasPrefix("image/"), media[.web] != nil { return .image }
        return type.hasPrefix("text/") ? .text : .other
    }

    /// What a page with such previews needs.
    static func assets(for kinds: [Kind]) -> PageAssets {
        var assets = PageAssets(styles: ["viewer.css"])
        if kinds.contains(.image) { assets.modules.append("preview-image.js") }
        if kinds.contains(.video) { assets.modules.append("video.js") }
        if kinds.contains(.pdf) {
            assets.early.append("pdf-start.js")
            assets.modules.append("pdf-view.js")
            // Not the worker, which browsers do not take from there, and which `pdf-start.js` begins with.
            assets.scripts.append("pdf.js")
        }
        return assets
    }

    /// The preview of the page of a document.
    ///
    /// - Parameters:
    ///   - text: see `PreviewText.read`.
    ///   - film: how a film is shown, or a picture.
    static func html(
        _ version: DocumentVersion, text: String?, film: FilmView = FilmView(), paths: DocumentPaths
    ) -> HTML {
        switch kind(of: version, film.media) {
        case .video:
            let download = PagePath.content(version.id, asDownload: true)
            return "\(video(film.sources(of: version), download: download, title: version.title))\(film.note)"
        case .image:
            return image(
                at: film.sources(of: version).source, download: PagePath.content(version.id, asDownload: true),
                title: version.title, opens: paths.document(version.id, part: "view"))
        case .pdf: return pdf(version, fit: "width")
        case .text, .other:
            return text.map { PreviewText.html($0, of: version, style: "preview-text") } ?? none(version)
        }
    }

    static func pdf(_ version: DocumentVersion, fit: String, information: HTML? = nil) -> HTML {
        pdf(
            at: PagePath.content(version.id), download: PagePath.content(version.id, asDownload: true),
            title: version.title, size: version.size, fit: fit, information: information)
    }

    /// - Parameter address: where a press on it leads.
    static func image(at source: String, download: String, title: String, opens address: String) -> HTML {
        """
        <div class="preview-image" data-module="preview-image" data-download="\(download)"><a href="\(address)">\
        <img src="\(source)" alt="\(title)" decoding="async" loading="lazy"></a></div>
        """
    }

    static func video(_ film: FilmSources, download: String, title: String) -> HTML {
        """
        <div class="preview-video" data-module="video" data-download="\(download)">\
        \(element(film, title: title))</div>
        """
    }

    /// The film itself, with the browser's own controls.
    static func element(_ film: FilmSources, title: String) -> HTML {
        """
        <video controls preload="metadata" playsinline src="\(film.source)"\("poster", film.poster) \
        aria-label="\(title)"></video>
        """
    }

    /// - Parameters:
    ///   - fit: what the first page is fitted to: "width" or "height".
    ///   - information: what the panel of the viewer tells of the document.
    static func pdf(
        at source: String, download: String, title: String, size: Int64, fit: String, information: HTML? = nil
    ) -> HTML {
        """
        <section class="pdf" data-module="pdf-view" data-src="\(source)" data-download="\(download)" \
        data-title="\(title)" data-size="\(Int(size))" data-fit="\(fit)" aria-label="\(title)">\
        <p class="pdf-fallback"><a class="button" href="\(download)">\(Icon.html("download")) Download</a></p>\
        \(information.map { "<aside data-pdf-information>\($0)</aside>" as HTML })</section>
        """
    }

    static func none(_ version: DocumentVersion) -> HTML {
        """
        <div class="empty preview-none">\(Icon.html(version.type.icon))\
        <p class="empty-title">Preview unavailable for this file type</p>\
        <p>\(version.name), \(HumanFormat.size(version.size))</p>\
        <a class="button button-primary" href="\(PagePath.content(version.id, asDownload: true))" download>\
        \(Icon.html("download")) Download to view</a></div>
        """
    }
}
