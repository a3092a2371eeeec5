internal import Accounts
internal import Documents
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// The page of one's own account.
enum AccountPageRoutes {
    static let all: [Route] = [show, name, password, endSession, createToken, revokeToken]

    private static let page = RouteAnswer.content(200, "text/html", "The page.")
    private static let again = RouteAnswer.content(422, "text/html", "The page again, with what is wrong.")
    private static let done = RouteAnswer.empty(303, "It is done.", headers: [("Location", "Of the page.")])

    private static let show = Route(
        .get, "/account", "showAccount", .pages, "Show your own account", access: .session,
        parameters: [NoticeCode.parameter.spec], answers: [page], examples: [RouteExample("Ask")]
    ) { request in
        var view = try await view(request)
        view.notice = try request.notice
        return try await request.page(AccountPage.page(view))
    }

    private static let nameField = FormField<String?>.optional("name", .secret(maxLength: 1_000), "For people.")

    private static let name = Route(
        .post, "/account/name", "changeOwnName", .pages, "Change your own name", access: .session,
        body: .form([nameField.spec]), answers: [done, again],
        again: FormAgain([nameField.spec.name]) { request, form in
            var view = try await view(request)
            view.nameForm = form
            return AccountPage.page(view)
        }
    ) { request in
        var view = try await view(request)
        let name = try request[nameField]
        view.nameForm.values["name"] = name ?? ""
        if name == nil { view.nameForm.errors["name"] = "Enter a name." }
        let (actor, id) = (try request.actor, view.person.id)
        let changed = try await request.attempt(&view.nameForm) {
            try await People(of: request.workspace).change(id, name: name, role: nil, by: actor)
        }
        guard changed != nil else { return try await request.page(AccountPage.page(view), status: 422) }
        return back(.saved)
    }

    private static let current = FormField<String?>.optional("current", .secret(maxLength: 4_096), "The present one.")
    // For programs that keep passwords.
    private static let idField = FormField<String?>.optional("id", .secret(maxLength: 1_000), "One's own id.")

    private static let password = Route(
        .post, "/account/password", "changeOwnPassword", .pages, "Change your own password", access: .session,
        body: .form([idField.spec, current.spec, PeoplePageRoutes.newPassword.spec]), answers: [done, again]
    ) { request in
        var view = try await view(request)
        let (former, chosen) = (try request[current], try request[PeoplePageRoutes.newPassword])
        if view.person.hasPassword, former == nil {
            view.passwordForm.errors["current"] = "Enter your present password."
        }
        if chosen == nil { view.passwordForm.errors["password"] = "Enter a new password." }
        let (actor, id) = (try request.actor, view.person.id)
        let ended = try await request.attempt(&view.passwordForm) {
            try await People(of: request.workspace).changePassword(
                of: id, to: chosen ?? "", current: former, by: actor)
        }
        guard ended != nil else { return try await request.page(AccountPage.page(view), status: 422) }
        return back(.passwordChanged)
    }

    private static let endSession = Route(
        .post, "/account/sessions/{session}/end", "endSessionOnPage", .pages, "End a session", access: .session,
        parameters: [SessionRoutes.session.spec], answers: [done]
    ) { request in
        try await Sessions(of: request.workspace).revoke(try request[SessionRoutes.session], by: try request.actor)
        return back(.sessionEnded)
    }

    private static let tokenName = FormField<String?>.optional("token", .secret(maxLength: 1_000), "What it is for.")
    private static let scopes = FormField<[TokenScope]>.repeated("scope", .choice, "What it may.")
    private static let days = FormField<Int?>.optional("days", .integer(in: 1...366), "How long it is valid; 90.")

    private static let createToken = Route(
        .post, "/account/tokens", "createTokenOnPage", .pages, "Make a token for a program",
        discussion: "Its secret is shown this once.", access: .session,
        body: .form([tokenName.spec, scopes.spec, days.spec]), answers: [page, again],
        again: FormAgain([tokenName.spec.name, scopes.spec.name, days.spec.name]) { request, form in
            var view = try await view(request)
            view.scopes = request.sent(scopes.spec.name)
            view.tokenForm = form
            return AccountPage.page(view)
        }
    ) { request in
        var view = try await view(request)
        let (name, scopes, days) = (try request[tokenName], try request[scopes], try request[days] ?? 90)
        view.scopes = scopes.map(\.rawValue)
        view.tokenForm.values = ["token": name ?? "", "days": "\(days)"]
        if name == nil { view.tokenForm.errors["token"] = "Say what it is for." }
        if scopes.isEmpty { view.tokenForm.errors["scope"] = "Choose what it may do." }
        let (actor, id) = (try request.actor, view.person.id)
        let created = try await request.attempt(&view.tokenForm) {
            try await Tokens(of: request.workspace).create(
                name ?? "", for: id, scopes: Set(scopes), lifetime: .seconds(days * 86_400), by: actor)
        }
        guard let created else { return try await request.page(AccountPage.page(view), status: 422) }
        view = try await AccountPageRoutes.view(request)
        view.created = created
        return try await request.page(AccountPage.page(view))
    }

    private static let revokeToken = Route(
        .post, "/account/tokens/{token}/revoke", "revokeTokenOnPage", .pages, "Revoke a token", access: .session,
        parameters: [PeopleRoutes.token.spec], answers: [done]
    ) { request in
        _ = try await Tokens(of: request.workspace).revoke(try request[PeopleRoutes.token], by: try request.actor)
        return back(.revoked)
    }

    private static func back(_ code: NoticeCode) -> Answer {
        .seeOther(PagePath.with(PagePath.account, [("done", code.rawValue)]))
    }

    private static func view(_ request: RouteRequest) async throws -> AccountView {
        let workspace = request.workspace
        let actor = try request.actor
        guard let id = actor.person, let person = try await workspace.accounts.person(id) else {
            throw HTTPFailure.notSignedIn
        }
        let count = AccountView.counted
        return AccountView(
            person: person,
            sessions: try await Sessions(of: workspace).list(of: id, by: actor, limit: count, after: nil).items,
            current: actor.credential,
            tokens: try await Tokens(of: workspace).list(of: id, by: actor, limit: count, after: nil).items,
            acceptances: try await request.server.legal.acceptances(of: id),
            statistics: try await workspace.catalog.statistics(owner: id),
            links: try await request.server.links.list(LinkQuery(owner: id), limit: count, after: nil).items.count,
            now: .now(), nameForm: FormValues(values: ["name": person.name]))
    }
}
