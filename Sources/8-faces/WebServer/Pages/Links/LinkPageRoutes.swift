internal import Accounts
internal import Documents
internal import HTTPServer
internal import Representations
internal import Workspaces

/// The page of a link, and its end.
enum LinkPageRoutes {
    static let all: [Route] = [show, revoke]

    private static let link = Parameter.path("link", .id, "The id of a link.")

    private static let show = Route(
        .get, "/links/{link}", "showLinkPage", .pages, "Show a link with its address", access: .session,
        parameters: [link.spec] + DocumentPageRoutes.listParameters,
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let issued = try await request.server.links.show(try request[link], of: try request.visitor.owner)
        let documents = try await request.server.links.documents(of: issued.link)
        return try await request.page(
            LinkPage.page(issued, documents: documents, notice: try request.notice, paths: try request.paths))
    }

    private static let revoke = Route(
        .post, "/links/{link}/revoke", "revokeLinkByForm", .pages, "Revoke a link", access: .session,
        parameters: [link.spec] + DocumentPageRoutes.listParameters, body: .form([]),
        answers: [.empty(303, "It is done.", headers: [("Location", "Of its page.")])]
    ) { request in
        let id = try request[link]
        let owner = try request.visitor.owner
        _ = try await request.audited("links.revoke", AuditEntry.Subject("link", id)) {
            try await request.server.links.revoke(id, of: owner)
        }
        return .seeOther(try request.paths.link(id, .revoked))
    }
}
