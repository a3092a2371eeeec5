internal import Accounts
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// The privacy policy, and who has accepted it.
enum LegalRoutes {
    static let all: [Route] = [list, show, publish, accept, acceptances, status]

    private static let kind = Parameter.path("kind", .id, "`privacy-policy`, or another kind that was published.")
    private static let version = Parameter<String?>.optional(
        "version", .text(maxLength: 100), "The one in force unless said otherwise.")

    private static let shape = Schema.object(
        [
            .init("kind", .text, ""), .init("version", .text, ""),
            .init("effective-at", .time, "When it came into force."),
            .init("sha256", .sha256, "Of its text."), .init("bundled", .boolean, "Whether it came with the program."),
        ], additional: true)

    private static let list = Route(
        .get, "/api/v1/legal", "listLegalDocuments", .legal, "List what was published, with its versions",
        access: .anyone, answers: [.json(.object([.init("documents", .list(shape), "")]), "All of it.")],
        examples: [RouteExample("All")]
    ) { request in
        .json(["documents": try await request.server.legal.documents().json])
    }

    private static let show = Route(
        .get, "/api/v1/legal/{kind}", "showLegalDocument", .legal, "Show a legal document", access: .anyone,
        parameters: [kind.spec, version.spec],
        answers: [.json(.dictionary(.any), "With `text`, in Markdown.")],
        examples: [
            RouteExample("The privacy policy", path: ["kind": "privacy-policy"]),
            RouteExample("An unknown one", path: ["kind": "nothing"], status: 404),
        ]
    ) { request in
        let found = try await request.server.legal.document(try request[kind], version: try request[version])
        var record = found.record
        record["text"] = .string(found.text)
        return .json(record)
    }

    private static let newKind = Parameter.path(
        "kind",
        ParameterKind<String>(
            schema: .string(pattern: "^[a-z][a-z0-9-]{0,63}$"), parse: { $0 }, expectation: "a kind of legal document"),
        "`privacy-policy`, or another kind: up to 64 lower-case letters, digits and `-`, a letter first.")
    private static let newVersion = BodyField.required(
        "version", FieldKind<String>.text(maxLength: 32, minLength: 1, pattern: "^[a-zA-Z0-9][a-zA-Z0-9._-]*$"), "")
    private static let text = BodyField.required(
        "text", FieldKind<String>.text(maxLength: 1 << 20, minLength: 1), "In Markdown.")
    private static let effective = BodyField<Timestamp?>.optional(
        "effective-at", .time, "When it comes into force; now unless said otherwise.")

    private static let publish = Route(
        .post, "/api/v1/legal/{kind}", "publishLegalDocument", .legal, "Publish a version of a legal document",
        discussion: "What is published never changes.", access: .admin, parameters: [newKind.spec],
        body: .json([newVersion.property, text.property, effective.property]),
        answers: [.json(201, shape, "It is published.")]
    ) { request in
        let kind = try request[newKind]
        let time = try request[effective]
        let actor = try request.actor
        let published = try await request.audited("legal.publish", AuditEntry.Subject("legal", kind)) {
            try await request.server.legal.publish(
                Array(try request[text].utf8), as: try request[newVersion], of: kind, effective: time,
                by: actor.person ?? actor.name)
        }
        return .json(published.document.record, status: 201)
    }

    private static let accepted = BodyField.required(
        "version", FieldKind<String>.text(maxLength: 100, minLength: 1), "The version that was shown.")
    private static let digest = BodyField.required(
        "sha256", FieldKind<String>.text(maxLength: 64, minLength: 64, pattern: "^[0-9a-f]{64}$"),
        "Of the text that was shown.")

    private static let accept = Route(
        .post, "/api/v1/legal/{kind}/acceptances", "acceptLegalDocument", .legal, "Accept a version, as oneself",
        access: .session, parameters: [kind.spec], body: .json([accepted.property, digest.property]),
        answers: [.json(201, .dictionary(.any), "The acceptance.")]
    ) { request in
        let kind = try request[kind]
        let actor = try request.actor
        guard let person = actor.person else { throw HTTPFailure.notSignedIn }
        let acceptance = try await request.audited("legal.accept", AuditEntry.Subject("legal", kind)) {
            try await request.server.legal.accept(
                kind, version: try request[accepted], by: person, shown: try request[digest], from: actor.address)
        }
        return .json(acceptance.acceptance.record, status: 201)
    }

    private static let acceptances = Route(
        .get, "/api/v1/legal/acceptances/mine", "listOwnAcceptances", .legal, "List what one has accepted",
        access: .session,
        answers: [.json(.object([.init("acceptances", .list(.dictionary(.any)), "")]), "All of it.")],
        examples: [RouteExample("All")]
    ) { request in
        guard let person = try request.actor.person else { throw HTTPFailure.notSignedIn }
        return .json(["acceptances": try await request.server.legal.acceptances(of: person).json])
    }

    private static let status = Route(
        .get, "/api/v1/legal/{kind}/status", "showLegalStatus", .legal, "Show who has accepted which version",
        access: .admin, parameters: [kind.spec],
        answers: [
            .json(
                .object([
                    .init("version", .text, "The one in force."), .init("people", .list(.dictionary(.any)), ""),
                ]), "Everybody.")
        ],
        examples: [RouteExample("Of the privacy policy", path: ["kind": "privacy-policy"])]
    ) { request in
        let people = try await request.workspace.peopleOfAccounts()
        let status = try await request.server.legal.status(try request[kind], people: people)
        return .json(["version": .string(status.version), "people": status.people.json])
    }
}
