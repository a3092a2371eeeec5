internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass links`: addresses for coaches, who have no account.
enum LinksCommand {
    static let command = Command(
        group: "links", "Make addresses that show documents to coaches, list them and end them",
        [LinksCreate.command, LinksList.command, LinksRevoke.command])

    static let json = CommandOption.flag("json", "Print one JSON object a line.")
}

extension Workspace {
    fileprivate var linkDesk: Links {
        let url = definition.server.url
        return Links(stores.links, base: { url })
    }
}

/// `compass links create DOCUMENT…`
enum LinksCreate {
    private static let documents = Positional<[String]>.many(
        "DOCUMENT", .word(completedBy: .documents),
        "Its title, the id of a version, or the beginning of one; the link shows the current version.", minimum: 1)
    private static let days = CommandOption.value(
        "days", "N", ArgumentKind.integer(in: 1...DocumentLink.maxDays), "How long it holds.",
        standard: DocumentLink.standardDays, shown: "\(DocumentLink.standardDays)")
    private static let label = CommandOption<String?>.optional(
        "label", "TEXT", .word, "A note for yourself: whom it is for.")

    static let command = Command(
        "create", "Make an address that shows documents without an account",
        discussion: """
            It shows the current version of each document for as long as it holds, and nothing once the document lies in the trash. \
            All documents belong to one person. Anyone with the address can see the documents: give it only to people who should. It begins \
            with `server: { url: … }` of compass.yaml.
            """,
        examples: ["links create 'Fall Highlights' --days 14 --label 'Coach Ruiz'"],
        options: [days.spec, label.spec, LinksCommand.json.spec], positionals: [documents.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let ids = try await context.documentIDs(documents, in: workspace)
        let subjects = ids.map { AuditEntry.Subject.document($0) }
        let issued = try await workspace.audited(
            context.actor, "links.create", subjects, detail: "\(context[days]) days", outcome: { _, _ in .succeeded }
        ) {
            try await workspace.linkDesk.create(
                ids, days: context[days], label: context[label], by: Account.ofProcess)
        }
        if context[LinksCommand.json] {
            try context.streams.print(json: issued.record)
            return .success
        }
        try context.streams.print(issued.address ?? issued.path)
        if issued.address == nil {
            context.streams.note(
                "Put your server's address before it, or set `server: { url: https://… }` in compass.yaml: "
                    + "then whole links are printed."
            )
        }
        let id = try await context.streams.errorID(issued.link.id, of: .link, in: workspace)
        context.streams.note(
            "Link \(id) holds until \(context.streams.errorTimes.text(issued.link.expiresAt)).")
        return .success
    }
}

/// `compass links list`
enum LinksList {
    private static let document = CommandOption<String?>.optional(
        "document", "DOCUMENT", .word(completedBy: .documents), "Only links that show this document.")
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "Only links to documents of this person.")

    static let command = Command(
        "list", "List links, newest first", options: [document.spec, owner.spec] + ListingOptions.timed
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        var query = LinkQuery(owner: try await context.owner(owner, in: workspace))
        if let name = context[document] {
            query.document = try await DocumentName(name).version(in: workspace).id
        }
        try await context.pages(time: \.createdAt) { limit, after in
            try await workspace.linkDesk.list(
                query, limit: limit, after: after)
        } show: { page, isFirst in
            let now = Timestamp.now()
            let ids = try await context.shownIDs(page.items.map(\.id), of: .link, in: workspace)
            let shown = Dictionary(zip(page.items.map(\.id), ids)) { $1 }
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("ID"), .main("LABEL"), .number("DOCUMENTS").leftOut(2),
                    .text("OWNER").leftOut(3),
                    .number("VIEWS").leftOut(4), .text("LAST VIEW").leftOut(1), .text("UNTIL").leftOut(5),
                    .text("STATE"),
                ],
                cells: {
                    [
                        shown[$0.id] ?? $0.id, $0.label ?? "", "\($0.documents.count)", $0.owner, "\($0.views)",
                        $0.lastViewedAt.map(context.streams.times.text) ?? "", context.streams.times.text($0.expiresAt),
                        $0.revokedAt != nil ? "revoked" : $0.expiresAt <= now ? "expired" : "",
                    ]
                }, emptyText: context[ListingOptions.after] == nil ? "No links" : "No more links", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass links revoke ID`
enum LinksRevoke {
    private static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .links), "The id of a link, as `links list` shows it, or the beginning of one.")
    private static let all = CommandOption.flag("all", "End all links there are, by a new key.")
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "End all links to documents of this person.")

    static let command = Command(
        "revoke", "End links before their time",
        examples: ["links revoke --owner maria"],
        options: [all.spec, owner.spec, LinksCommand.json.spec], positionals: [ids.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let links = workspace.linkDesk
        if context[all] {
            guard context[ids].isEmpty, context[owner] == nil else {
                throw context.usageError("`--all` excludes `--owner` and IDs")
            }
            try await workspace.audited(context.actor, "links.revoke-all", .workspace) { try await links.revokeAll() }
            if !context[LinksCommand.json] { try context.streams.print("All links have ended.") }
            return .success
        }
        guard context[ids].isEmpty != (context[owner] == nil) else {
            throw context.usageError("name links, or give `--owner` or `--all`")
        }
        var ended = try await context.ids(ids, of: .link, in: workspace)
        if let owner = try await context.owner(owner, in: workspace) {
            ended = try await links.open(of: owner).map(\.id)
            if ended.isEmpty { context.streams.note("No link opens documents of \(Printable.text(owner)).") }
        }
        for id in ended {
            let link = try await workspace.audited(context.actor, "links.revoke", .link(id)) {
                try await links.revoke(id)
            }
            if context[LinksCommand.json] {
                try context.streams.print(json: link.record)
            } else {
                try context.streams.print("Link \(link.id) has ended.")
            }
        }
        return .success
    }
}
