internal import Documents
internal import Accounts
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass tokens`
enum TokensCommand {
    static let command = Command(
        group: "tokens", "Create, list and revoke tokens with which programs act for people",
        [TokensCreate.command, TokensList.command, TokensRevoke.command])

    static func cells(_ token: APIToken, at now: Timestamp, _ times: TimeText) -> [String] {
        [
            token.name, token.person, token.scopes.map(\.rawValue).joined(separator: " "),
            token.state(at: now).rawValue, times.day(token.expiresAt),
            token.lastUsed.map { times.day($0) } ?? "never",
        ]
    }
}

/// `compass tokens create NAME`
enum TokensCreate {
    private static let name = Positional<String>.required("NAME", .word, "For people: what it is for.")
    private static let person = CommandOption<String?>.optional(
        "person", "ID", .word(completedBy: .people), "For whom it acts; needed.")
    private static let scopes = CommandOption<[TokenScope]>.repeated(
        "scope", "SCOPE", .choice,
        "What it may do; one or more are needed. `…:write` also reads, `metrics` is for Prometheus, `admin` "
            + "may do everything.")
    private static let expires = CommandOption<TimeSpan?>.optional(
        "expires", "TIME", .duration, "How long it is valid, at most 366d (default: 90d).")
    private static let json = CommandOption.flag("json", "Print the token, with its secret, as one JSON object.")

    static let command = Command(
        "create", "Create a token, and print its secret",
        discussion: """
            The secret goes to standard output, alone on a line, and is shown only once: Compass keeps a digest of it. A \
            program sends it as `Authorization: Bearer cmp_…`. A token can never do more than its person.
            """,
        examples: [
            "tokens create backup --person maria --scope documents:read",
            "tokens create prometheus --person coach --scope metrics --expires 366d",
            "tokens create ci --person maria --scope documents:write --scope runs:read --expires 30d",
        ],
        options: [person.spec, scopes.spec, expires.spec, json.spec], positionals: [name.spec]
    ) { context in
        guard let person = context[person] else {
            throw context.usageError("`--person` is needed: the id of the person for whom the token acts")
        }
        if context[scopes].isEmpty {
            throw context.usageError(
                "`--scope` is needed: one or more of \(TokenScope.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let lifetime = context[expires].map { Duration.milliseconds($0.milliseconds) } ?? APIToken.standardLifetime
        let workspace = try await context.workspace(storing: false)
        let created = try await Tokens(of: workspace).create(
            context[name], for: person, scopes: Set(context[scopes]), lifetime: lifetime, by: context.actor)
        let token = created.token
        if context[json] {
            var record = token.record(at: token.createdAt)
            record["secret"] = created.secret.reveal { .string($0) }
            try context.streams.print(json: record)
        } else {
            let id = try await context.streams.errorID(token.id, of: .token, in: workspace)
            context.streams.note(
                "Token \(id) of \(Printable.text(person)) is valid until \(context.streams.errorTimes.text(token.expiresAt)). "
                    + "Its secret is shown this one time:")
            try created.secret.reveal { try context.streams.print($0) }
        }
        return .success
    }
}

/// `compass tokens list`
enum TokensList {
    private static let person = CommandOption<String?>.optional(
        "person", "ID", .word(completedBy: .people), "Only tokens of this person.")

    static let command = Command(
        "list", "List the tokens, newest first, also those that have ended; never their secrets",
        options: [person.spec] + ListingOptions.timed
    ) { context in
        let now = Timestamp.now()
        let workspace = try await context.readOnlyWorkspace()
        let whose = try await context.person(person, in: workspace)
        try await context.pages(time: \.createdAt) { limit, after in
            try await Tokens(of: workspace).list(
                of: whose, by: context.actor, limit: limit, after: after)
        } show: { page, isFirst in
            let ids = try await context.shownIDs(page.items.map(\.id), of: .token, in: workspace)
            let shown = Dictionary(zip(page.items.map(\.id), ids)) { $1 }
            try Listing(
                page: page, record: { $0.record(at: now) },
                columns: [
                    .text("ID"), .main("NAME"), .flexible("PERSON").leftOut(5), .flexible("SCOPES").leftOut(3),
                    .text("STATE").leftOut(4), .text("EXPIRES").leftOut(2), .text("USED").leftOut(1),
                ],
                cells: { [shown[$0.id] ?? $0.id] + TokensCommand.cells($0, at: now, context.streams.times) },
                emptyText: "No tokens yet: compass tokens create NAME --person ID --scope SCOPE", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass tokens revoke ID…`
enum TokensRevoke {
    private static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .tokens),
        "The token's id, as `tokens list` shows it, the beginning of one, or its secret.", minimum: 1)
    private static let json = CommandOption.flag("json", "Print each token as one JSON object.")

    static let command = Command(
        "revoke", "End tokens at once", discussion: "It cannot be undone. One that was revoked before stays as it is.",
        examples: ["tokens revoke 01J9ZV5C9A"], options: [json.spec], positionals: [ids.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let tokens = Tokens(of: workspace)
        for id in try await tokens.ids(context[ids]) {
            let token = try await tokens.revoke(id, by: context.actor)
            if context[json] {
                try context.streams.print(json: token.record(at: .now()))
            } else {
                try context.streams.print(
                    "Revoked \(Printable.text(token.name)), a token of \(Printable.text(token.person)).")
            }
        }
        return .success
    }
}
