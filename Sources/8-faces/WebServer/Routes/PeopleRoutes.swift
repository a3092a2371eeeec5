internal import Diagnostics
internal import Accounts
internal import Documents
internal import Passwords
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// Who has an account, with which tokens, and who has changed what.
enum PeopleRoutes {
    static let all: [Route] = [list, add, change, password, remove, erase, tokens, createToken, revokeToken, audit]

    static let person = Parameter.path("person", .id, "The id of a person.")
    private static let shape = Schema.object(
        [
            .init("id", .text, "Also the `owner` of their documents."), .init("name", .text, ""),
            .init("role", .choice(Role.allCases.map(\.rawValue)), ""), .init("created-at", .time, ""),
        ], additional: true)

    private static let list = Route(
        .get, "/api/v1/people", "listPeople", .people, "List people", discussion: "Owners see themselves.",
        access: .session, parameters: ListingParameters.all, answers: [.json(Schemas.page("people", shape), "A page.")],
        examples: [RouteExample("All")]
    ) { request in
        let page = try await People(of: request.workspace).list(
            by: try request.actor, limit: try request[ListingParameters.limit],
            after: try request[ListingParameters.after])
        return .page("people", page, \.record)
    }

    private static let id = BodyField.required(
        "id", FieldKind<String>.text(maxLength: Person.longestID, minLength: 1), "")
    private static let name = BodyField<String?>.optional("name", .text(maxLength: 500), "")
    private static let role = BodyField<Role?>.optional("role", .choice, "`owner` unless said otherwise.")
    private static let newPassword = BodyField<String?>.optional(
        "password", .text(maxLength: Password.length.upperBound, minLength: Password.length.lowerBound),
        "Without one they cannot sign in yet.")

    private static let add = Route(
        .post, "/api/v1/people", "addPerson", .people, "Add a person", access: .admin,
        body: .json([id.property, name.property, role.property, newPassword.property]),
        answers: [.json(201, shape, "They are there.")],
        examples: [RouteExample("An id that is not allowed", body: ["id": ".."], status: 400)]
    ) { request in
        let added = try await People(of: request.workspace).add(
            try request[id], name: try request[name], role: try request[role], password: try request[newPassword],
            by: try request.actor)
        return .json(added.record, status: 201)
    }

    private static let change = Route(
        .patch, "/api/v1/people/{person}", "changePerson", .people, "Change a person's name or role",
        discussion: "Owners change their own name.", access: .session, parameters: [person.spec],
        body: .json([name.property, role.property]), answers: [.json(shape, "As they are now.")],
        examples: [RouteExample("An unknown one", path: ["person": "nobody"], body: ["name": "N"], status: 404)]
    ) { request in
        let changed = try await People(of: request.workspace).change(
            try request[person], name: try request[name], role: try request[role], by: try request.actor)
        return .json(changed.record)
    }

    private static let chosen = BodyField.required(
        "password",
        FieldKind<String>.text(maxLength: Password.length.upperBound, minLength: Password.length.lowerBound),
        "The new one.")
    private static let former = BodyField<String?>.optional(
        "current", .text(maxLength: 1_024), "The present one, where people change their own.")

    private static let password = Route(
        .put, "/api/v1/people/{person}/password", "changePassword", .people, "Change a person's password",
        discussion: "Their other sessions end.", access: .session, parameters: [person.spec],
        body: .json([chosen.property, former.property]),
        answers: [.json(.object([.init("ended-sessions", .count, "")]), "It is changed.")],
        examples: [
            RouteExample(
                "An unknown one", path: ["person": "nobody"], body: ["password": "correct horse battery"],
                status: 404)
        ]
    ) { request in
        let ended = try await People(of: request.workspace).changePassword(
            of: try request[person], to: try request[chosen], current: try request[former], by: try request.actor)
        return .json(["ended-sessions": .integer(Int64(ended))])
    }

    private static let remove = Route(
        .delete, "/api/v1/people/{person}", "removePerson", .people, "Remove a person",
        discussion: "Their sessions and tokens end; their documents stay, and so do links to these.", access: .admin,
        parameters: [person.spec],
        answers: [
            .json(
                .object([
                    .init("documents", .count, "How many of theirs stay."),
                    .init("open-links", .count, "How many links still open these."),
                ]), "They are gone.")
        ],
        examples: [RouteExample("An unknown one", path: ["person": "nobody"], status: 404)]
    ) { request in
        let removed = try await People(of: request.workspace).remove(try request[person], by: try request.actor)
        return .json([
            "documents": .integer(Int64(removed.documents)), "open-links": .integer(Int64(removed.links)),
        ])
    }

    private static let confirmed = BodyField.required(
        "confirm", FieldKind<String>.text(maxLength: Person.longestID, minLength: 1), "The person's id once more.")

    private static let erase = Route(
        .post, "/api/v1/people/{person}/erase", "erasePerson", .people, "Erase a person with all that is theirs",
        discussion: """
            Documents, runs, notifications, files in quarantine, uploads, links, the account and entries of the audit. It \
            cannot be undone, and is refused while their runs are running; uploads that are being sent end. It continues when the \
            client leaves. Ask again when it has not come to its end.
            """,
        access: .admin, parameters: [person.spec], body: .json([confirmed.property]),
        answers: [
            .json(
                .object(
                    [
                        .init("person", .text, ""), .init("documents", .count, "How many there were."),
                        .init("versions", .count, ""), .init("runs", .count, ""),
                        .init("left", .texts, "A message for each object that could not be deleted and stays queued."),
                    ], additional: true), "They are gone.")
        ],
        examples: [
            RouteExample(
                "Another id than that of the address", path: ["person": "nobody"], body: ["confirm": "somebody"],
                status: 400)
        ]
    ) { request in
        let id = try request[person]
        if try request[confirmed] != id {
            throw Problem.invalidRequest("`confirm` is another id than that of the address")
        }
        let erasure = try await PersonErasure(of: id, in: request.workspace, by: try request.actor)
        return .json(try await request.server.service.erase(erasure, by: try request.actor).record)
    }

    // MARK: Tokens

    private static let tokenShape = Schema.object(
        [
            .init("id", .text, ""), .init("name", .text, ""), .init("person", .text, ""), .init("scopes", .texts, ""),
            .init("created-at", .time, ""), .init("expires-at", .time, ""),
        ], additional: true)
    private static let ofPerson = Parameter<String?>.optional("person", .id, "Only those of this person.")

    private static let tokens = Route(
        .get, "/api/v1/tokens", "listTokens", .tokens, "List tokens, newest first",
        discussion: "Owners see their own. Secrets are not shown.", access: .session,
        parameters: [ofPerson.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("tokens", tokenShape), "A page.")], examples: [RouteExample("All")]
    ) { request in
        let (person, actor) = (try await request.knownPerson(ofPerson), try request.actor)
        let page = try await request.page(by: \.createdAt) { limit, cursor in
            try await Tokens(of: request.workspace).list(of: person, by: actor, limit: limit, after: cursor)
        }
        let now = Timestamp.now()
        return .page("tokens", page) { $0.record(at: now) }
    }

    private static let tokenName = BodyField.required(
        "name", FieldKind<String>.text(maxLength: 100, minLength: 1), "What it is for.")
    private static let scopes = BodyField.required(
        "scopes", FieldKind<[String]>.texts(maxItems: 10),
        "Some of " + TokenScope.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".")
    private static let forPerson = BodyField<String?>.optional(
        "person", .text(maxLength: 200), "Whom it acts for; oneself unless said otherwise.")
    private static let days = BodyField.value("days", .integer(in: 1...366), standard: 90, "How long it is valid.")

    private static let createToken = Route(
        .post, "/api/v1/tokens", "createToken", .tokens, "Make a token for a program",
        discussion: "`secret` is shown this once.", access: .session,
        body: .json([tokenName.property, scopes.property, forPerson.property, days.property]),
        answers: [.json(201, .dictionary(.any), "The token, with its `secret`.")],
        examples: [
            RouteExample("An unknown scope", body: ["name": "backup", "scopes": ["everything"]], status: 400)
        ]
    ) { request in
        let words = try request[scopes]
        let scopes = Set(words.compactMap { TokenScope(rawValue: $0) })
        if let unknown = words.first(where: { TokenScope(rawValue: $0) == nil }) {
            throw Problem.invalidRequest(
                "there is no scope `\(Printable.short(unknown))`; there are "
                    + TokenScope.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
        }
        let actor = try request.actor
        let created = try await Tokens(of: request.workspace).create(
            try request[tokenName], for: try request[forPerson] ?? actor.person ?? "", scopes: scopes,
            lifetime: .seconds(try request[days] * 86_400), by: actor)
        var record = created.token.record(at: .now())
        record["secret"] = .string(created.secret.reveal { $0 })
        return .json(record, status: 201)
    }

    static let token = Parameter.path("token", .id, "The id of a token.")

    private static let revokeToken = Route(
        .delete, "/api/v1/tokens/{token}", "revokeToken", .tokens, "Revoke a token", access: .session,
        parameters: [token.spec], answers: [.json(tokenShape, "As it is now.")],
        examples: [RouteExample("An unknown one", path: ["token": "nothing"], status: 404)]
    ) { request in
        let revoked = try await Tokens(of: request.workspace).revoke(try request[token], by: try request.actor)
        return .json(revoked.record(at: .now()))
    }

    // MARK: Audit

    private static let by = Parameter<String?>.optional("actor", .id, "Only what this person or account did.")
    private static let subject = Parameter<String?>.optional(
        "subject", .id, "Only what was done to this id; to a document, whichever version's id it is.")

    private static let audit = Route(
        .get, "/api/v1/audit", "listAudit", .audit, "List who has changed what, newest first", access: .admin,
        parameters: [by.spec, subject.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("entries", .dictionary(.any)), "A page.")], examples: [RouteExample("All")]
    ) { request in
        let period = try request.period
        var query = AuditQuery(actor: try await request.knownActor(by), since: period.since)
        if let subject = try request[subject] {
            query.subjects = try await request.workspace.subjects(ofAudit: subject)
        }
        query.until = period.until
        let page = try await request.workspace.accounts.entries(
            query, limit: try request[ListingParameters.limit], after: try request[ListingParameters.after])
        return .page("entries", page, \.record)
    }
}
