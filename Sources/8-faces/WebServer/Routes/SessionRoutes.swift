internal import Accounts
internal import Diagnostics
internal import Documents
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// Signing in and out.
enum SessionRoutes {
    static let all: [Route] = [signIn, current, list, signOut, revoke]

    private static let id = BodyField.required(
        "id", FieldKind<String>.text(maxLength: 200, minLength: 1), "The person's id.")
    private static let password = BodyField.required(
        "password", FieldKind<String>.text(maxLength: 1_024, minLength: 1), "")

    static let shape = Schema.object(
        [
            .init("id", .text, ""), .init("person", .text, ""), .init("created-at", .time, ""),
            .init("last-seen", .time, "To the minute."),
            .init("ends-at", .time, "Unless it is used before, and at last 30 days after its beginning."),
        ], additional: true)

    private static let signIn = Route(
        .post, "/api/v1/sessions", "signIn", .sessions, "Sign in with a password",
        discussion:
            "The answer sets a cookie. After some wrong attempts the next one has to wait, as `Retry-After` says.",
        access: .anyone, body: .json([id.property, password.property]),
        answers: [
            .json(201, shape, "Signed in.", headers: [("Set-Cookie", "The session.")]),
            DocumentRoutes.problem(401, "The name or the password is wrong."),
        ],
        examples: [RouteExample("A wrong one", body: ["id": "nobody", "password": "not the password"], status: 401)]
    ) { request in
        try request.server.hosts.checkSource(request.http)
        let outcome = try await SignIn(to: request.workspace).signIn(
            try request[id], password: try request[password], from: request.origin)
        switch outcome {
        case .begun(let begun): return answer(begun, request)
        case .wrong: throw HTTPFailure(.unauthorized, "The name or the password is wrong.")
        case .wait(let duration):
            let seconds = seconds(duration)
            throw HTTPFailure(
                .tooManyRequests, "There were too many attempts. Try again in \(HumanFormat.count(seconds, "second")).",
                headers: [("Retry-After", "\(seconds)")])
        }
    }

    static func answer(_ begun: SignIn.Begun, _ request: RouteRequest) -> Answer {
        .json(begun.session.credential.record, status: 201, headers: [request.cookie(of: begun)])
    }

    /// As `Retry-After` has it.
    static func seconds(_ wait: Duration) -> Int { max(1, Int((wait / .seconds(1)).rounded(.up))) }

    private static let current = Route(
        .get, "/api/v1/sessions/current", "showCurrentSession", .sessions, "Show who is signed in",
        access: .session, answers: [.json(shape, "The session, with `role` and `name` of the person.")]
    ) { request in
        guard let secret = request.server.cookies.secret(in: request.http),
            let session = try await Sessions(of: request.workspace).session(for: secret)
        else { throw HTTPFailure.notSignedIn }
        var record = session.credential.record
        record["role"] = .string(session.person.role.rawValue)
        record["name"] = .string(session.person.name)
        return .json(record)
    }

    private static let person = Parameter<String?>.optional("person", .id, "Only those of this person.")

    private static let list = Route(
        .get, "/api/v1/sessions", "listSessions", .sessions, "List open sessions",
        discussion: "Owners see their own.", access: .session, parameters: [person.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("sessions", shape), "A page.")], examples: [RouteExample("All")]
    ) { request in
        let (person, actor) = (try await request.knownPerson(person), try request.actor)
        let page = try await request.page(by: \.createdAt) { limit, cursor in
            try await Sessions(of: request.workspace).list(of: person, by: actor, limit: limit, after: cursor)
        }
        return .page("sessions", page, \.record)
    }

    private static let signOut = Route(
        .delete, "/api/v1/sessions/current", "signOut", .sessions, "Sign out", access: .session,
        answers: [.empty(204, "Signed out.", headers: [("Clear-Site-Data", "Has the browser forget what it kept.")])]
    ) { request in
        .empty(headers: try await request.endOwnSession())
    }

    static let session = Parameter.path("session", .id, "The id of a session.")

    private static let revoke = Route(
        .delete, "/api/v1/sessions/{session}", "endSession", .sessions, "End a session",
        discussion: "Owners end their own.", access: .session, parameters: [session.spec],
        answers: [.empty(204, "It has ended.")],
        examples: [RouteExample("An unknown one", path: ["session": "nothing"], status: 404)]
    ) { request in
        try await Sessions(of: request.workspace).revoke(try request[session], by: try request.actor)
        return .empty()
    }
}

extension RouteRequest {
    /// Where a session begins.
    var origin: SignIn.Origin {
        SignIn.Origin(
            address: visitor.address, userAgent: http.headers["User-Agent"], former: server.cookies.secret(in: http))
    }

    /// The header that has the browser keep a session that has begun.
    func cookie(of begun: SignIn.Begun) -> (name: String, value: String) {
        server.cookies.header(begun.secret.reveal { $0 }, for: Session.lifetime)
    }

    /// Ends the session that asks.
    ///
    /// - Returns: the headers that have the browser forget it, and what it kept.
    func endOwnSession() async throws -> [(name: String, value: String)] {
        let actor = try actor
        if let id = actor.credential { try await Sessions(of: workspace).revoke(id, by: actor) }
        return [server.cookies.removal, ("Clear-Site-Data", "\"cache\", \"storage\"")]
    }
}
