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
        .get, "/", "showHome", .pages, "Go to the first page", access: .anyone,
        answers: [.empty(303, "The documents, or the page to sign in.", headers: [("Location", "Where they are.")])],
        examples: [RouteExample("Ask", status: 303)]
    ) { request in
        .seeOther(request.visitor.actor == nil ? PagePath.signIn : PagePath.documents)
    }

    private static let secret = Parameter.path("secret", .text(maxLength: 100), "What stands in the address.")

    /// A page with a button: what only fetches the address, as mail programs do to look at links, does not use it up.
    private static let openPage = Route(
        .get, "/open/{secret}", "showOneTimeLink", .pages, "Show the page of a one-time link", access: .anyone,
        parameters: [secret.spec], answers: [.content(200, "text/html", "A page with a button.")]
    ) { request in
        try await request.page(
            WebPage(
                "Sign in",
                """
                <div class="card narrow">
                <h1>Sign in to Compass</h1>
                <p>This link works once, within ten minutes.</p>
                <form method="post" action="/open/\(try request[secret])">\
                <button class="button button-primary">Sign in</button></form>
                </div>
                """))
    }

    private static let open = Route(
        .post, "/open/{secret}", "useOneTimeLink", .pages, "Sign in by a one-time link", access: .anyone,
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
        return .seeOther(PagePath.documents, headers: [request.cookie(of: begun)])
    }

    private static let document = Route(
        .get, "/api/v1/openapi.json", "showAPI", .service, "Describe all of this as OpenAPI 3.1", access: .anyone,
        answers: [.json(.dictionary(.any), "The document.")], examples: [RouteExample("Ask")]
    ) { request in
        .json(request.server.document.record)
    }
}
