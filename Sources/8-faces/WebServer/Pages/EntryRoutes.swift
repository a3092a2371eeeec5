internal import Diagnostics
internal import Accounts
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// The pages by which one comes in, and the description of the API.
enum EntryRoutes {
    static let all: [Route] = [home, openPage, open, document]

    private static let home = Route(
        .get, "/", "showHome", .service, "Tell what this is", access: .anyone,
        answers: [.content(200, "text/html", "A page.")], examples: [RouteExample("Ask")]
    ) { request in
        let who: HTML =
            request.visitor.actor.map { "<p>Signed in as \($0.name).</p>" } ?? "<p>Nobody is signed in.</p>"
        return .page(
            PageFrame.page(
                "Compass",
                """
                <h1>Compass</h1>
                \(who)
                <p>The documents of this workspace are served at <code>/api/v1</code>.</p>
                <p><a href="/api/v1/openapi.json">Description of the API (OpenAPI 3.1)</a></p>
                """))
    }

    private static let secret = Parameter.path("secret", .text(maxLength: 100), "What stands in the address.")

    /// A page with a button: what only fetches the address, as mail programs do to look at links, does not use it up.
    private static let openPage = Route(
        .get, "/open/{secret}", "showOneTimeLink", .sessions, "Show the page of a one-time link", access: .anyone,
        parameters: [secret.spec], answers: [.content(200, "text/html", "A page with a button.")]
    ) { request in
        .page(
            PageFrame.page(
                "Sign in to Compass",
                """
                <h1>Sign in to Compass</h1>
                <p>This link works once, within ten minutes.</p>
                <form method="post" action="/open/\(try request[secret])"><button>Sign in</button></form>
                """))
    }

    private static let open = Route(
        .post, "/open/{secret}", "useOneTimeLink", .sessions, "Sign in by a one-time link", access: .anyone,
        parameters: [secret.spec],
        answers: [
            .empty(303, "Signed in.", headers: [("Location", "Of the first page."), ("Set-Cookie", "The session.")]),
            DocumentRoutes.problem(410, "It was used, or is older than ten minutes."),
        ]
    ) { request in
        try request.server.hosts.checkSource(request.http)
        guard
            let begun = try await SignIn(to: request.workspace).signIn(link: try request[secret], from: request.origin)
        else {
            throw HTTPFailure(
                .gone, "This link was used, or is older than ten minutes. `compass serve` prints another one.")
        }
        return .empty(
            303,
            headers: [
                ("Location", "/"),
                request.server.cookies.header(begun.secret.reveal { $0 }, for: Session.lifetime),
            ])
    }

    private static let document = Route(
        .get, "/api/v1/openapi.json", "showAPI", .service, "Describe all of this as OpenAPI 3.1", access: .anyone,
        answers: [.json(.dictionary(.any), "The document.")], examples: [RouteExample("Ask")]
    ) { request in
        .json(request.server.document.record)
    }
}
