internal import Documents
internal import Accounts
internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Workspaces

/// `compass audit`
enum AuditCommand {
    static let command = Command(
        group: "audit", "Show who changed what, when and from where", [AuditList.command])
}

/// `compass audit list`
enum AuditList {
    private static let actor = CommandOption<String?>.optional(
        "actor", "NAME", .word, "Only changes by this person, account of the system, link or part of the service.")
    private static let subject = CommandOption<String?>.optional(
        "subject", "ID", .word(completedBy: .allDocuments),
        "Only changes to this run, person, or whatever else has this id, or alone begins so; or to a document, which may be named "
            + "by its title or by any of its versions.")
    static let command = Command(
        "list", "List changes, newest first",
        discussion: """
            A change is recorded before it is made, and again with its outcome: succeeded, refused or failed. A change without \
            an outcome is still running, or its process died. Only `compass forget` removes entries.
            """,
        examples: ["audit list --actor maria --since 7d", "audit list --subject 0195d2f0-… --json"],
        options: [actor.spec, subject.spec] + ListingOptions.timed
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        var query = AuditQuery(actor: context[actor])
        if let actor = query.actor { try await workspace.requireActor(actor) }
        if let subject = try await context.filter(subject, of: .subject, in: workspace) {
            query.subjects = try await workspace.subjects(ofAudit: subject)
        }
        let period = try context.period
        (query.since, query.until) = (period.since, period.until)
        try await context.pages { limit, after in
            try await workspace.accounts.entries(
                query, limit: limit, after: after)
        } show: { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("TIME"), .flexible("ACTOR").leftOut(6), .text("AS").leftOut(2),
                    .flexible("ADDRESS").leftOut(1),
                    .main("ACTION"), .flexible("SUBJECT").leftOut(5), .flexible("DETAIL").leftOut(3),
                    .text("OUTCOME").leftOut(4),
                ],
                cells: {
                    [
                        context.streams.times.text($0.at), $0.by.name, $0.by.kind.rawValue, $0.by.address ?? "",
                        $0.action,
                        $0.subject.id, $0.detail ?? "", $0.outcome?.rawValue ?? "unknown",
                    ]
                }, emptyText: query == AuditQuery() ? "No changes yet" : "No changes match", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}
