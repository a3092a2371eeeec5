internal import Service
internal import Documents
internal import Diagnostics
internal import Accounts
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// Files that a run refused or could not finish.
enum QuarantineRoutes {
    static let all: [Route] = [list, groups, show, release, discard]

    static let entry = Parameter.path("entry", .id, "The id of an entry.")
    static let pipeline = Parameter<String?>.optional("pipeline", .id, "Only files of this pipeline.")
    static let stage = Parameter<String?>.optional("stage", .id, "Only files that this stage decided on.")
    static let kind = Parameter<String?>.optional(
        "kind", .id, "Only files with this kind of reason, such as `wrong-extension`.")
    static let every = Parameter.value(
        "all", .boolean, standard: false, shown: false, "Also what was released or discarded.")
    private static let filters = [pipeline.spec, stage.spec, kind.spec, every.spec] + ListingParameters.period

    private static func query(_ request: RouteRequest) async throws -> QuarantineQuery {
        var query = QuarantineQuery()
        query.state = try request[every] ? nil : .held
        query.pipeline = try await request.knownPipeline(pipeline)
        query.stage = try await request.knownStage(stage)
        query.kind = try await request.knownReason(kind)
        query.made = try request.period
        query.owner = try request.visitor.owner
        return query
    }

    private static let list = Route(
        .get, "/api/v1/quarantine", "listQuarantine", .quarantine, "List files in quarantine, newest first",
        access: .scope(.runsRead), parameters: filters + ListingParameters.all,
        answers: [.json(Schemas.page("entries", .named("quarantine-entry")), "A page.")],
        examples: [RouteExample("All that are held")]
    ) { request in
        let page = try await request.workspace.quarantine.quarantined(
            try await query(request), limit: try request[ListingParameters.limit],
            after: try request[ListingParameters.after])
        return .page("entries", page, \.record)
    }

    private static let groups = Route(
        .get, "/api/v1/quarantine/groups", "listQuarantineGroups", .quarantine,
        "Count files in quarantine by pipeline, stage and reason", discussion: "The largest group first.",
        access: .scope(.runsRead), parameters: filters,
        answers: [
            .json(
                .object([
                    .init(
                        "groups",
                        .list(
                            .object([
                                .init("pipeline", .text, ""), .init("stage", .text, ""), .init("status", .text, ""),
                                .init("kind", .text, ""), .init("reason", .text, "Of the newest of them."),
                                .init("count", .count, ""),
                            ])), "")
                ]), "All groups.")
        ],
        examples: [RouteExample("All that are held")]
    ) { request in
        .json(["groups": try await request.workspace.quarantine.quarantineGroups(try await query(request)).json])
    }

    private static let show = Route(
        .get, "/api/v1/quarantine/{entry}", "showQuarantineEntry", .quarantine, "Show a file in quarantine",
        access: .scope(.runsRead), parameters: [entry.spec],
        answers: [.json(.named("quarantine-entry"), "The entry.")],
        examples: [RouteExample("An unknown one", path: ["entry": "nothing"], status: 404)]
    ) { request in
        let found = try await request.entry()
        return .json(found.record)
    }

    private static let ids = BodyField.value(
        "entries", .texts(maxItems: 1_000), standard: [], "Ids of entries; those of a group are added to them.")
    private static let groupFields: [BodyField<String?>] = [
        .optional("pipeline", .text(maxLength: 200, minLength: 1), "All that are held of this pipeline …"),
        .optional("stage", .text(maxLength: 200, minLength: 1), "… that this stage decided on …"),
        .optional("kind", .text(maxLength: 200, minLength: 1), "… with this kind of reason."),
    ]
    private static let inputs = BodyField<Record?>.optional(
        "inputs", .inputs, "Inputs in place of those of the former run.")
    private static let fields = [ids.property] + groupFields.map(\.property)
    private static let release = Route(
        .post, "/api/v1/quarantine/release", "releaseQuarantine", .quarantine,
        "Run files in quarantine again, once the cause is gone",
        discussion: "Entries by their ids, or a whole group, at most 1,000 at a time. The pipeline runs as it is now.",
        access: .scope(.runsWrite), body: .json(fields + [inputs.property]),
        answers: [
            .json(
                202,
                .object([
                    .init("runs", .texts, "The runs that have the files now."),
                    .init("more", .boolean, "Whether the group has more than were released."),
                ]), "The runs begin as soon as there is room."),
            DocumentRoutes.problem(404, "There is no such entry."),
        ],
        examples: [RouteExample("Nothing named", body: [:], status: 400)]
    ) { request in
        let (entries, more) = try await named(request)
        let changed = try request[inputs] ?? [:]
        let runs = try await request.release(
            entries, changedBy: try RunInputs.arguments(changed), names: Array(changed.keys))
        return .json(["runs": .list(runs.map(Value.string)), "more": .boolean(more)], status: 202)
    }

    private static let discard = Route(
        .post, "/api/v1/quarantine/discard", "discardQuarantine", .quarantine, "Give files in quarantine up",
        discussion: "What was kept of them is erased, which cannot be undone; the originals are never touched.",
        access: .scope(.runsWrite), body: .json(fields),
        answers: [
            .json(
                .object([
                    .init("entries", .list(.named("quarantine-entry")), "As they are now."),
                    .init("more", .boolean, "Whether the group has more than were discarded."),
                ]), "They are gone."),
            DocumentRoutes.problem(404, "There is no such entry."),
        ],
        examples: [RouteExample("Nothing named", body: [:], status: 400)]
    ) { request in
        let (entries, more) = try await named(request)
        let discarded = try await request.discard(entries)
        return .json(["entries": discarded.json, "more": .boolean(more)])
    }

    /// The entries that a request names, by ids or as a group, that the visitor may see.
    ///
    /// - Throws: `Problem` when it names none, or one that is not there.
    private static func named(_ request: RouteRequest) async throws -> (entries: [String], more: Bool) {
        var entries = try request[ids]
        let group = try groupFields.map { try request[$0] }
        if entries.isEmpty, group.allSatisfy({ $0 == nil }) {
            throw Problem.invalidRequest("name `entries`, or a group by `pipeline`, `stage` or `kind`")
        }
        try await request.checkVisible(entries)
        var more = false
        if group.contains(where: { $0 != nil }) {
            let held = try await request.heldEntries(pipeline: group[0], stage: group[1], kind: group[2])
            entries += held.entries.map(\.id).filter { !entries.contains($0) }
            more = held.more
        }
        if entries.isEmpty { throw Problem.refused("Nothing of that group is held.") }
        return (entries, more)
    }
}
