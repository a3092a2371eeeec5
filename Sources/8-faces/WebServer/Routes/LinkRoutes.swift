internal import HTTPMessages
internal import HTTPServer
internal import Accounts
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// Addresses that show documents to people without an account, and what they show.
enum LinkRoutes {
    static let all: [Route] = [list, create, show, revoke, page, seen, content, rendition]

    private static let document = Parameter<String?>.optional("document", .id, "Only links that show this document.")
    private static let owner = Parameter<String?>.optional(
        "owner", .id, "Only links to documents of this owner. Owners see their own whatever they ask for.")

    private static let shape = Schema.object(
        [
            .init("id", .text, ""), .init("owner", .text, ""), .init("documents", .texts, "What it shows."),
            .init("label", .nullable(.text), ""), .init("created-at", .time, ""), .init("expires-at", .time, ""),
            .init("revoked-at", .nullable(.time), ""), .init("views", .count, ""),
            .init("last-viewed-at", .nullable(.time), ""),
        ], additional: true)

    private static let list = Route(
        .get, "/api/v1/links", "listLinks", .links, "List links, newest first", access: .scope(.documentsRead),
        parameters: [document.spec, owner.spec] + ListingParameters.timed,
        answers: [
            .json(Schemas.page("links", shape), "A page."), DocumentRoutes.problem(404, "There is no such document."),
        ], examples: [RouteExample("All")]
    ) { request in
        let query = LinkQuery(owner: try await request.knownOwner(owner), document: try request[document])
        if let id = query.document { _ = try await request.version(id) }
        let page = try await request.page(by: \.createdAt) { limit, cursor in
            try await request.server.links.list(query, limit: limit, after: cursor)
        }
        return .page("links", page, \.record)
    }

    private static let documents = BodyField.required(
        "documents", FieldKind<[String]>.texts(maxItems: DocumentLink.maxDocuments),
        "Ids of documents; the link shows their current versions.")
    private static let days = BodyField.value(
        "days", .integer(in: 1...DocumentLink.maxDays), standard: DocumentLink.standardDays, "How long it holds.")
    private static let label = BodyField<String?>.optional(
        "label", .text(maxLength: 1_000), "For oneself: whom it is for.")

    private static let create = Route(
        .post, "/api/v1/links", "createLink", .links, "Make a link that shows documents",
        discussion: "Anyone with the address sees them, without an account, until it expires or is revoked.",
        access: .scope(.documentsWrite), body: .json([documents.property, days.property, label.property]),
        answers: [
            .json(201, .dictionary(.any), "The link, with its `url`."),
            DocumentRoutes.problem(404, "There is no such document."),
        ],
        examples: [
            RouteExample("One", body: ["documents": ["{document}"], "days": 3], status: 201),
            RouteExample("An unknown document", body: ["documents": ["nothing"]], status: 404),
        ]
    ) { request in
        let made = try await request.makeLink(
            to: try request[documents], days: try request[days], label: try request[label])
        return .json(made.record, status: 201)
    }

    private static let link = Parameter.path("link", .id, "The id of a link.")

    private static let show = Route(
        .get, "/api/v1/links/{link}", "showLink", .links, "Show a link with its address",
        access: .scope(.documentsWrite), parameters: [link.spec], answers: [.json(.dictionary(.any), "The link.")],
        examples: [RouteExample("An unknown one", path: ["link": "nothing"], status: 404)]
    ) { request in
        .json(try await request.server.links.show(try request[link], of: try request.visitor.owner).record)
    }

    private static let revoke = Route(
        .delete, "/api/v1/links/{link}", "revokeLink", .links, "Revoke a link",
        discussion: "It shows nothing from now on.",
        access: .scope(.documentsWrite), parameters: [link.spec], answers: [.json(shape, "As it is now.")],
        examples: [RouteExample("An unknown one", path: ["link": "nothing"], status: 404)]
    ) { request in
        let id = try request[link]
        let owner = try request.visitor.owner
        let revoked = try await request.audited("links.revoke", AuditEntry.Subject("link", id)) {
            try await request.server.links.revoke(id, of: owner)
        }
        return .json(revoked.record)
    }

    // MARK: For whoever has one

    private static let secret = Parameter.path("secret", .text(maxLength: 300), "What stands in the address.")

    private static let ended = DocumentRoutes.problem(
        410, "It has expired or was revoked, or the document is not there any more.")

    private static let page = Route(
        .get, "/l/{secret}", "openLink", .pages, "Show what a link leads to", access: .anyone, limit: .guest,
        parameters: [secret.spec], answers: [.content(200, "text/html", "The page."), ended]
    ) { request in
        let opened = try await open(request)
        // The address is the secret: no page that is opened from here may be told it.
        return .page(
            PageFrame.html(
                CoachPage.page(
                    opened, media: try await request.workspace.media(of: opened.documents),
                    secret: try request[secret]), for: nil),
            headers: [("Referrer-Policy", "no-referrer")])
    }

    /// The page refers to it as to a style sheet: what only fetches the page, to show what stands behind an address or to look for
    /// harmful ones, does not ask for it.
    private static let seen = Route(
        .get, "/l/{secret}/seen", "seeLink", .pages, "Count that somebody looks at what a link leads to",
        access: .anyone, limit: .guest, parameters: [secret.spec],
        answers: [.content(200, "text/css", "Nothing."), ended]
    ) { request in
        try await view(try await open(request), request)
        return Answer(
            status: 200, content: .text([], mediaType: "text/css; charset=utf-8"), cacheControl: "no-store")
    }

    private static let number = Parameter.path(
        "number", .integer(in: 1...10_000), "The place of a document in the link as it was made, from 1.")
    private static let download = Parameter.value(
        "download", .boolean, standard: false, shown: false, "Whether a browser is to store the file.")

    private static let content = Route(
        .get, "/l/{secret}/{number}", "readLinkContent", .links, "Read the bytes of a document that a link shows",
        access: .anyone, limit: .guest, parameters: [secret.spec, number.spec, download.spec],
        answers: ContentAnswer.answers + [ended]
    ) { request in
        var answer = try await ContentAnswer.answer(
            try await document(request), to: request.http, in: request.workspace, asDownload: try request[download],
            isRead: true)
        // The address stays while the version behind it may become another one.
        answer.cacheControl = "private, no-cache"
        return answer
    }

    private static let rendition = Route(
        .get, "/l/{secret}/{number}/{kind}", "readLinkRendition", .links,
        "Read the bytes of another form of a document that a link shows", access: .anyone, limit: .guest,
        parameters: [secret.spec, number.spec, MediaRoutes.kind.spec],
        answers: ContentAnswer.answers + [ended, DocumentRoutes.problem(404, "There is no such form of it.")]
    ) { request in
        var answer = try await MediaRoutes.answer(
            of: try await document(request), try request[MediaRoutes.kind], to: request)
        answer.cacheControl = "private, no-cache"
        return answer
    }

    private static func document(_ request: RouteRequest) async throws -> DocumentVersion {
        let opened = try await open(request)
        let number = try request[number]
        if number > opened.link.places {
            throw HTTPFailure(.notFound, "The link shows fewer documents.")
        }
        guard let version = opened.places.first(where: { $0.place == number })?.version else {
            throw HTTPFailure(.gone, "This document is not there any more. Ask the person who gave the link to you.")
        }
        try await view(opened, request)
        return version
    }

    private static func open(_ request: RouteRequest) async throws -> OpenedLink {
        do {
            return try await request.server.links.open(try request[secret])
        } catch let error as LinkError {
            // What is signed was there once.
            throw HTTPFailure(error.kind == .forged ? .notFound : .gone, error.message)
        }
    }

    /// Counts a look of a person.
    private static func view(_ opened: OpenedLink, _ request: RouteRequest) async throws {
        guard request.http.method == "GET", !Unattended.isSent(request.http.headers) else { return }
        _ = try await request.server.links.recordView(
            of: opened.link.id, address: request.visitor.address ?? "",
            userAgent: request.http.headers["User-Agent"] ?? "")
    }
}
