internal import Accounts
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// What is known of a version's contents, and other forms of it: small pictures, films for browsers.
enum MediaRoutes {
    static let all: [Route] = [show, rendition]

    static let kind = Parameter<Rendition.Kind>.path(
        "kind", .choice,
        "Which form: a picture of at most 240 or 480 pixels a side, or a video that every browser plays.")

    private static let show = Route(
        .get, "/api/v1/documents/{document}/media", "showMedia", .versions,
        "Show what is known of a version's contents",
        discussion: "`duration` is in milliseconds. Unknown values are null.",
        access: .scope(.documentsRead), parameters: [DocumentRoutes.document.spec],
        answers: [.json(shape, "What is known, and what was made of it.")],
        examples: [RouteExample("Of one document", path: ["document": "{document}"])]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        return .json(try await request.workspace.media(of: version).record)
    }

    private static let shape = Schema.object([
        .init("duration", .nullable(.count), "How long it plays, in milliseconds."),
        .init("width", .nullable(.count), "Of the picture as it is shown, in pixels."),
        .init("height", .nullable(.count), "The same."),
        .init("frame-rate", .nullable(.number), "Pictures a second."),
        .init("video-codec", .nullable(.text), "Such as `h264`."),
        .init("audio-codec", .nullable(.text), "Such as `aac`."),
        .init("pages", .nullable(.count), "Of a PDF document."),
        .init("renditions", .list(.dictionary(.any)), "Each with `kind`, `mime-type`, `size`, `width`, `height`."),
    ])

    private static let rendition = Route(
        .get, "/api/v1/documents/{document}/renditions/{kind}", "readRendition", .versions,
        "Read the bytes of another form of a version",
        discussion: "What was made of the version's bytes. Takes single ranges, conditions and `If-Range`.",
        access: .scope(.documentsRead), parameters: [DocumentRoutes.document.spec, kind.spec],
        answers: ContentAnswer.answers + [DocumentRoutes.problem(404, "There is no such form of it.")],
        examples: [
            RouteExample(
                "One that was not made", path: ["document": "{document}", "kind": "web"], status: 404)
        ]
    ) { request in
        try await answer(
            of: try await request.version(DocumentRoutes.document), try request[kind], to: request)
    }

    /// - Throws: `HTTPFailure` of status 404 when nothing of that kind was made.
    static func answer(
        of version: DocumentVersion, _ kind: Rendition.Kind, to request: RouteRequest
    ) async throws -> Answer {
        guard let (rendition, reader) = try await request.workspace.rendition(kind, of: version) else {
            throw HTTPFailure(.notFound, "There is no `\(kind.rawValue)` of this version.")
        }
        return try await ContentAnswer.answer(rendition, of: version, reader, to: request.http)
    }
}
