internal import Accounts
internal import Platform
internal import Representations
internal import Workspaces

/// `compass sessions`
enum SessionsCommand {
    static let command = Command(
        group: "sessions", "List and end the sessions of browsers that are signed in",
        [SessionsList.command, SessionsRevoke.command])
}

/// `compass sessions list`
enum SessionsList {
    private static let person = CommandOption<String?>.optional(
        "person", "ID", .word(completedBy: .people), "Only sessions of this person.")

    static let command = Command(
        "list", "List the sessions that go on, newest first; never their secrets",
        discussion: "A session ends 30 days after it began, or when it is not used for 7 days.",
        options: [person.spec] + ListingOptions.all
    ) { context in
        let page = try await Sessions(of: context.readOnlyWorkspace()).list(
            of: context[person], by: context.actor, limit: context[ListingOptions.limit],
            after: context[ListingOptions.after])
        try Listing(
            page: page, record: \.record,
            columns: [
                .text("ID"), .flexible("PERSON"), .text("BY"), .text("BEGAN"), .text("LAST SEEN"), .flexible("ADDRESS"),
                .flexible("BROWSER"),
            ],
            cells: {
                [
                    $0.id, $0.person, $0.origin.rawValue, HumanFormat.time($0.createdAt), HumanFormat.time($0.lastSeen),
                    $0.address ?? "", $0.userAgent ?? "",
                ]
            }, emptyText: "No sessions"
        ).print(json: context[ListingOptions.json], on: context.streams)
        return .success
    }
}

/// `compass sessions revoke ID…`
enum SessionsRevoke {
    private static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .sessions), "The session's id, as `sessions list` shows it.")
    private static let person = CommandOption<String?>.optional(
        "person", "ID", .word(completedBy: .people), "All sessions of this person, in place of single ones.")

    static let command = Command(
        "revoke", "End sessions at once",
        examples: ["sessions revoke 01J9ZV5C9A0000000000000000", "sessions revoke --person maria"],
        options: [person.spec], positionals: [ids.spec]
    ) { context in
        if context[ids].isEmpty == (context[person] == nil) {
            throw context.usageError("name the sessions by their ids, or give --person for all of one person")
        }
        let sessions = Sessions(of: try await context.workspace(storing: false))
        if let person = context[person] {
            let count = try await sessions.revokeAll(of: person, by: context.actor)
            try context.streams.print("Ended \(HumanFormat.count(count, "session")) of \(Printable.text(person)).")
        }
        for id in context[ids] {
            try await sessions.revoke(id, by: context.actor)
            try context.streams.print("Ended session \(Printable.text(id)).")
        }
        return .success
    }
}
