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
        "subject", "ID", .word, "Only changes to this document, run, person, or whatever else has this id.")
    private static let since = CommandOption<String?>.optional(
        "since", "TIME", .word,
        "Only changes since a time (RFC 3339, or `2026-03-08` and `2026-03-08T02:30` in UTC), or for so long (`24h`).")

    static let command = Command(
        "list", "List changes, newest first",
        discussion: """
            A change is on record before it is made, and then with what came of it: succeeded, refused or failed. One without \
            an outcome goes on, or its process died before it could tell. Nothing is ever removed from the audit.
            """,
        examples: ["audit list --actor maria --since 7d", "audit list --subject 0195d2f0-… --json"],
        options: [actor.spec, subject.spec, since.spec] + ListingOptions.all
    ) { context in
        var query = AuditQuery(actor: context[actor], subject: context[subject])
        query.since = try context[since].map(time)
        let page = try await context.readOnlyWorkspace().accounts.entries(
            query, limit: context[ListingOptions.limit], after: context[ListingOptions.after])
        try Listing(
            page: page, record: \.record,
            columns: [
                .text("TIME"), .flexible("ACTOR").leftOut(6), .text("AS").leftOut(2), .flexible("ADDRESS").leftOut(1),
                .text("ACTION"), .flexible("SUBJECT").leftOut(5), .flexible("DETAIL").leftOut(3),
                .text("OUTCOME").leftOut(4),
            ],
            cells: {
                [
                    HumanFormat.time($0.at), $0.by.name, $0.by.kind.rawValue, $0.by.address ?? "", $0.action,
                    $0.subject.id, $0.detail ?? "", $0.outcome?.rawValue ?? "unknown",
                ]
            }, emptyText: query == AuditQuery() ? "No changes yet" : "No changes match"
        ).print(json: context[ListingOptions.json], on: context.streams)
        return .success
    }

    private static func time(_ text: String) throws -> Timestamp {
        if let span = try? TimeSpan(text) { return Timestamp.now().advanced(by: .milliseconds(-span.milliseconds)) }
        do throws(TimeTextError) {
            return try TimeZone.utc.timestamp(reading: text)
        } catch {
            throw Problem.invalidRequest("option --since: \(error)")
        }
    }
}
