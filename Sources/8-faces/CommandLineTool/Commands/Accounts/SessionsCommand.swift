internal import Documents
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
        "list", "List the open sessions, newest first; never their secrets",
        discussion: "A session ends 30 days after it began, or when it is not used for 7 days.",
        options: [person.spec] + ListingOptions.timed
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let whose = try await context.person(person, in: workspace)
        try await context.pages(time: \.createdAt) { limit, after in
            try await Sessions(of: workspace).list(
                of: whose, by: context.actor, limit: limit, after: after)
        } show: { page, isFirst in
            let ids = try await context.shownIDs(page.items.map(\.id), of: .session, in: workspace)
            let shown = Dictionary(zip(page.items.map(\.id), ids)) { $1 }
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("ID"), .main("PERSON"), .text("BY").leftOut(2), .text("BEGAN").leftOut(4),
                    .text("LAST SEEN").leftOut(5), .flexible("ADDRESS").leftOut(3), .flexible("BROWSER").leftOut(1),
                ],
                cells: {
                    [
                        shown[$0.id] ?? $0.id, $0.person, $0.origin.rawValue, context.streams.times.text($0.createdAt),
                        context.streams.times.text($0.lastSeen),
                        $0.address ?? "", $0.userAgent ?? "",
                    ]
                }, emptyText: "No sessions", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass sessions revoke ID…`
enum SessionsRevoke {
    private static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .sessions), "The session's id, as `sessions list` shows it, or the beginning of one.")
    private static let person = CommandOption<String?>.optional(
        "person", "ID", .word(completedBy: .people), "All sessions of this person, in place of single ones.")

    static let command = Command(
        "revoke", "End sessions at once",
        examples: ["sessions revoke 01J9ZV5C9A", "sessions revoke --person maria"],
        options: [person.spec], positionals: [ids.spec]
    ) { context in
        if context[ids].isEmpty == (context[person] == nil) {
            throw context.usageError("name the sessions by their ids, or give --person for all of one person")
        }
        let workspace = try await context.workspace(storing: false)
        let sessions = Sessions(of: workspace)
        if let person = try await context.person(person, in: workspace) {
            let count = try await sessions.revokeAll(of: person, by: context.actor)
            try context.streams.print("Ended \(HumanFormat.count(count, "session")) of \(Printable.text(person)).")
        }
        for id in try await context.ids(ids, of: .session, in: workspace) {
            try await sessions.revoke(id, by: context.actor)
            try context.streams.print("Ended session \(Printable.text(id)).")
        }
        return .success
    }
}
