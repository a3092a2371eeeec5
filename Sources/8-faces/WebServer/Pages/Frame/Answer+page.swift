internal import Accounts
internal import Workspaces

extension Answer {
    /// A page, without a frame.
    static func page(_ html: HTML, status: Int = 200, headers: [(name: String, value: String)] = []) -> Answer {
        Answer(
            status: status, headers: headers + [("Content-Security-Policy", PageFrame.policy)],
            content: .text(Array(html.text.utf8), mediaType: "text/html; charset=utf-8"))
    }

    /// Sends a browser on after a form was posted (RFC 9110, 15.4.4): loading the page again posts nothing again.
    static func seeOther(_ path: String, headers: [(name: String, value: String)] = []) -> Answer {
        .empty(303, headers: [("Location", path)] + headers)
    }
}

extension RouteRequest {
    /// A page as an answer, for whoever asks.
    func page(_ page: WebPage, status: Int = 200, headers: [(name: String, value: String)] = []) async throws -> Answer
    {
        var page = page
        if let problem = passedOver.first {
            page.notice = Notice(kind: .warning, text: "\(problem). That part of the address is ignored.")
        }
        let reader = try await PageReader.find(visitor, in: workspace)
        return .page(PageFrame.html(page, for: reader), status: status, headers: headers)
    }
}

extension PageReader {
    /// - Returns: nil: nobody who is known.
    /// - Throws: the database's errors.
    static func find(_ visitor: Visitor, in workspace: Workspace) async throws -> PageReader? {
        guard let actor = visitor.actor else { return nil }
        guard let id = actor.person else {
            return PageReader(id: actor.name, name: actor.name, isAdmin: actor.isAdmin)
        }
        let person = try await workspace.accounts.person(id)
        return PageReader(id: id, name: person?.name ?? id, isAdmin: actor.isAdmin)
    }
}
