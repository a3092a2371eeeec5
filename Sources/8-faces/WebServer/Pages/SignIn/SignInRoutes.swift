internal import Accounts
internal import Diagnostics
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// The page to sign in, and signing out.
enum SignInRoutes {
    static let all: [Route] = [show, signIn, signOut]

    private static let next = Parameter<String?>.optional(
        "next", .text(maxLength: 4_000), "The page to go to afterwards; the documents unless it is one of ours.")

    private static let show = Route(
        .get, "/sign-in", "showSignIn", .pages, "Show the page to sign in", access: .anyone,
        parameters: [next.spec, NoticeCode.parameter.spec], answers: [.content(200, "text/html", "The page.")],
        examples: [RouteExample("Ask")]
    ) { request in
        let next = own(try request[next])
        if request.visitor.actor?.kind == .session { return .seeOther(next) }
        var page = SignInPage.page(FormValues(), next: next, isOpen: try await SignIn(to: request.workspace).isOpen())
        page.notice = try request.notice
        return try await request.page(page)
    }

    // Whatever they are, so that what is missing is said beside its field.
    private static let id = FormField<String?>.optional("id", .secret(maxLength: 1_024), "The person's id.")
    private static let password = FormField<String?>.optional("password", .secret(maxLength: 4_096), "Theirs.")
    private static let nextField = FormField<String?>.optional(
        "next", .secret(maxLength: 4_096), "The page to go to afterwards.")

    private static let formField = FormField<String?>.optional(
        "form", .secret(maxLength: 4_096), "What the form was sent to that `typed` was typed into.")
    private static let typed = FormField<String?>.optional(
        "typed", .secret(maxLength: KeptForm.maxSize), "What was typed before; the form is shown with it again.")

    private static let signIn = Route(
        .post, "/sign-in", "signInOnPage", .pages, "Sign in with a password", access: .anyone,
        body: .form([id.spec, password.spec, nextField.spec, formField.spec, typed.spec]),
        answers: [
            .empty(303, "Signed in.", headers: [("Location", "Of the page."), ("Set-Cookie", "The session.")]),
            .content(422, "text/html", "The page again: the name or the password is wrong."),
            .content(
                429, "text/html", "The page again: there were too many attempts.",
                headers: [("Retry-After", "In seconds.")]),
        ]
    ) { request in
        try request.server.hosts.checkSource(request.http)
        let next = own(try request[nextField])
        let kept = KeptForm(target: try request[formField], text: try request[typed])
        let id = try request[id]
        let password = try request[password]
        var form = FormValues(values: ["id": id ?? ""])
        if id == nil, password == nil, let kept {
            if request.visitor.actor?.kind == .session { return await goOn(kept, next, as: request.visitor, request) }
            form.problem = "You are not signed in yet."
            return try await again(form, next, kept, request, 422)
        }
        if id == nil { form.errors["id"] = "Enter your name." }
        if password == nil { form.errors["password"] = "Enter your password." }
        guard let id, let password else { return try await again(form, next, kept, request, 422) }
        let outcome = try await SignIn(to: request.workspace).signIn(id, password: password, from: request.origin)
        form.problem = outcome.problem?.message
        switch outcome {
        case .begun(let begun):
            let cookie = request.cookie(of: begun)
            guard let kept else { return .seeOther(next, headers: [cookie]) }
            let visitor = Visitor(
                actor: .session(begun.session, address: request.visitor.address), address: request.visitor.address)
            return await goOn(kept, next, as: visitor, request, headers: [cookie])
        case .wrong: return try await again(form, next, kept, request, 422)
        case .wait(let duration):
            return try await again(
                form, next, kept, request, 429, headers: [("Retry-After", "\(SessionRoutes.seconds(duration))")])
        }
    }

    /// The page once more, with what is wrong.
    private static func again(
        _ form: FormValues, _ next: String, _ kept: KeptForm?, _ request: RouteRequest, _ status: Int,
        headers: [(name: String, value: String)] = []
    ) async throws -> Answer {
        try await request.page(
            SignInPage.page(
                form, next: next, isOpen: try await SignIn(to: request.workspace).isOpen(), kept: kept),
            status: status, headers: headers)
    }

    /// The form with what was typed; where it cannot be shown, the page that it stood on says why.
    private static func goOn(
        _ kept: KeptForm, _ next: String, as visitor: Visitor, _ request: RouteRequest,
        headers: [(name: String, value: String)] = []
    ) async -> Answer {
        guard var answer = try? await kept.page(for: visitor, request) else { return .seeOther(next, headers: headers) }
        answer.headers += headers
        return answer
    }

    private static let signOut = Route(
        .post, "/sign-out", "signOutOnPage", .pages, "Sign out", access: .session,
        answers: [
            .empty(
                303, "Signed out.",
                headers: [
                    ("Location", "The page to sign in."), ("Clear-Site-Data", "Has the browser forget what it kept."),
                ])
        ]
    ) { request in
        .seeOther(
            PagePath.with(PagePath.signIn, [("done", NoticeCode.signedOut.rawValue)]),
            headers: try await request.endOwnSession())
    }

    /// Nobody is sent to another site by an address that somebody made for them.
    private static func own(_ next: String?) -> String {
        guard let next, PagePath.isOwn(next), !next.hasPrefix(PagePath.signIn) else { return PagePath.documents }
        return next
    }
}

extension ParameterKind where Value == String {
    /// Any text but an empty one: what it is compared with decides.
    static func secret(maxLength: Int) -> ParameterKind {
        ParameterKind(
            schema: .string(minLength: 1, maxLength: maxLength),
            parse: { $0.isEmpty || $0.unicodeScalars.count > maxLength ? nil : $0 },
            expectation: "a text of 1 to \(maxLength) characters")
    }
}
