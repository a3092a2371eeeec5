internal import Documents
internal import Workspaces

/// What is played, and the picture that is shown before.
struct FilmSources: Sendable {
    var source: String
    /// nil: the browser shows what the film begins with.
    var poster: String?
}

/// How a page shows a film or a picture: by the form that every browser shows, if there is one.
struct FilmView: Sendable {
    var media = ObjectMedia()
    var showing = FilmShowing.unknown

    func sources(of version: DocumentVersion) -> FilmSources {
        FilmSources(
            source: media[.web] == nil ? PagePath.content(version.id) : PagePath.rendition(.web, of: version.id),
            poster: media[.thumbnail480].map { _ in PagePath.rendition(.thumbnail480, of: version.id) })
    }

    /// What is said of it; nil: it just plays.
    var note: HTML? {
        switch showing {
        case .everywhere, .unknown: nil
        case .inPreparation:
            "<p class=\"quiet film-note\">This video is being converted. Until then you can watch the original.</p>"
        case .hardly(let reason):
            "<p class=\"quiet film-note\">\(reason) Download it to watch it in another player.</p>"
        }
    }
}

extension RouteRequest {
    /// How a version is shown, if it is a film.
    func filmView(of version: DocumentVersion, _ media: ObjectMedia) async throws -> FilmView {
        guard Preview.kind(of: version) == .video else { return FilmView(media: media) }
        return FilmView(media: media, showing: try await workspace.showing(of: version, media))
    }
}
