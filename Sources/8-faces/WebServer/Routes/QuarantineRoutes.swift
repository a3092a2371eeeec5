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

    private static let entry = Parameter.path("entry", .id, "The id of an entry.")
    private static let pipeline = Parameter<String?>.optional("pipeline", .id, "Only files of this pipeline.")
    private static let stage = Parameter<String?>.optional("stage", .id, "Only files that this stage decided on.")
    private static let kind = Parameter<String?>.optional(
        "kind", .id, "Only files with this kind of reason, such as `wrong-extension`.")
    private static let every = Parameter.value(
        "all", .boolean, standard: false, shown: false, "Also what was released or discarded.")
    private static let filters = [pipeline.spec, stage.spec, kind.spec, every.spec]

    private static func query(_ request: RouteRequest) throws -> QuarantineQuery {
        var query = QuarantineQuery()
        query.state = try request[every] ? nil : .held
        query.pipeline = try request[pipeline]
        query.stage = try request[stage]
        query.kind = try request[kind]
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
            try query(request), limit: try request[ListingParameters.limit],
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
        .json(["groups": try await request.workspace.quarantine.quarantineGroups(try query(request)).json])
    }

    private static let show = Route(
        .get, "/api/v1/quarantine/{entry}", "showQuarantineEntry", .quarantine, "Show a file in quarantine",
        access: .scope(.runsRead), parameters: [entry.spec],
        answers: [.json(.named("quarantine-entry"), "The entry.")],
        examples: [RouteExample("One that there is not", path: ["entry": "nothing"], status: 404)]
    ) { request in
        let id = try request[entry]
        guard let found = try await visible([id], request).first else {
            throw Problem(.notFound, "There is no entry `\(Printable.text(id))`.", advice: [.listEntries])
        }
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
    /// So many are released or discarded at a time.
    private static let maxEntries = 1_000

    private static let release = Route(
        .post, "/api/v1/quarantine/release", "releaseQuarantine", .quarantine,
        "Run files in quarantine anew, once the cause is gone",
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
        let service = request.server.service
        let workspace = request.workspace
        let changed = try request[inputs] ?? [:]
        let arguments = try RunInputs.arguments(changed)
        let isForOthers = request.visitor.isAdmin
        let details = [
            entries.count > 1 ? "and \(entries.count - 1) more" : nil,
            changed.isEmpty ? nil : "with other inputs: \(changed.keys.joined(separator: ", "))",
        ]
        let runs = try await request.audited(
            "quarantine.release", .entry(entries.first ?? ""),
            detail: details.contains { $0 != nil } ? details.compactMap(\.self).joined(separator: "; ") : nil
        ) {
            let release = try await QuarantineRelease(entries, in: workspace)
            let groups = try await release.requests(
                changedBy: arguments, isForOthers: isForOthers, warnings: { _ in })
            let rest = Countdown(groups.reduce(0) { $0 + $1.requests.count })
            var runs = release.taken.map(\.run)
            for group in groups {
                for one in group.requests {
                    runs.append(
                        try service.begin(one, of: group.pipeline) { result in
                            guard rest.isLast() else { return }
                            do {
                                try await release.settle()
                            } catch {
                                if let result { service.observe(.notCleared(result, error)) }
                            }
                        })
                }
            }
            return runs
        }
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
        let discarded = try await request.audited(
            "quarantine.discard", .entry(entries.first ?? ""),
            detail: entries.count > 1 ? "and \(entries.count - 1) more" : nil
        ) {
            let discard = try await QuarantineDiscard(entries, in: request.workspace)
            var discarded: [QuarantineEntry] = []
            for entry in discard.entries {
                if let gone = try await discard.discard(entry) { discarded.append(gone) }
            }
            try await discard.sweep()
            return discarded
        }
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
        let found = try await visible(entries, request).map(\.id)
        if let missing = entries.first(where: { !found.contains($0) }) {
            throw Problem(.notFound, "There is no entry `\(Printable.text(missing))`.", advice: [.listEntries])
        }
        var more = false
        if group.contains(where: { $0 != nil }) {
            var query = QuarantineQuery()
            (query.pipeline, query.stage, query.kind) = (group[0], group[1], group[2])
            query.owner = try request.visitor.owner
            let page = try await request.workspace.quarantine.quarantined(query, limit: maxEntries, after: nil)
            entries += page.items.map(\.id).filter { !entries.contains($0) }
            more = page.next != nil
        }
        if entries.isEmpty { throw Problem.refused("Nothing of that group is held.") }
        return (entries, more)
    }

    private static func visible(_ ids: [String], _ request: RouteRequest) async throws -> [QuarantineEntry] {
        var found: [QuarantineEntry] = []
        for id in ids {
            guard let entry = try await request.workspace.quarantine.quarantineEntry(id) else { continue }
            if request.visitor.isAdmin {
                found.append(entry)
            } else if let run = try await request.workspace.journal.run(entry.run), request.visitor.sees(run.run.owner)
            {
                found.append(entry)
            }
        }
        return found
    }
}
