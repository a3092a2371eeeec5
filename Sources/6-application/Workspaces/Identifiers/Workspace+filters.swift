internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// What lists are narrowed to that has no list of its own: one that there never was is a slip, and not an empty list.
extension Workspace {
    /// So many of the newest entries say which names are near.
    private static let recent = 1_000

    /// - Parameter name: of a channel: one that is declared, or that has had notifications.
    /// - Throws: `Problem` of kind `notFound`, with the nearest that there is; the outbox's errors.
    package func requireChannel(_ name: String) async throws {
        let declared = definition.channels.map(\.name)
        if declared.contains(name) { return }
        var query = NotificationQuery()
        query.channel = name
        if try await !outbox.notifications(query, limit: 1, after: nil).items.isEmpty { return }
        throw Problem(
            .notFound,
            "There is no channel `\(Printable.short(name))`, and none of that name has had notifications."
                + Self.hint(for: name, in: declared))
    }

    /// - Parameter name: of whoever has changed something: a person, an account of the system, a link, a part of the service.
    /// - Throws: `Problem` of kind `notFound`, with the nearest that there is; the database's errors.
    package func requireActor(_ name: String) async throws {
        if try await !accounts.entries(AuditQuery(actor: name), limit: 1, after: nil).items.isEmpty { return }
        if try await accounts.person(name) != nil { return }
        let people = try await accounts.people(limit: 10_000, after: nil).items.map(\.id)
        let actors = try await accounts.entries(AuditQuery(), limit: Self.recent, after: nil).items.map(\.by.name)
        throw Problem(
            .notFound,
            "There is no person `\(Printable.short(name))`, and no change was made under that name."
                + Self.hint(for: name, in: Set(actors + people).sorted()))
    }

    /// - Parameter id: of a stage: one of a pipeline of the workspace, or one that quarantine has or had files of.
    /// - Throws: `Problem` of kind `notFound`, with the nearest that there is; the database's errors.
    package func requireStage(_ id: String) async throws {
        var query = QuarantineQuery()
        (query.state, query.stage) = (nil, id)
        if try await !quarantine.quarantined(query, limit: 1, after: nil).items.isEmpty { return }
        let report = try PipelineLint.check([], in: root, registry: registry, context: lint)
        let stages = report.pipelines.flatMap { $0.allStages.map(\.id) }
        if stages.contains(id) { return }
        let former = try await quarantine.quarantineGroups(Self.everything).map(\.stage)
        throw Problem(
            .notFound,
            "No pipeline has a stage `\(Printable.short(id))`, and none of that id has decided on a file in quarantine."
                + Self.hint(for: id, in: Set(stages + former).sorted()))
    }

    /// Kinds of reasons are an open set, since programs and plugins have their own: one that is not near to any that there was
    /// is taken.
    ///
    /// - Throws: `Problem` of kind `notFound` with the kind that is meant; the database's errors.
    package func requireReason(_ kind: String) async throws {
        let kinds = try await quarantine.quarantineGroups(Self.everything).map(\.kind)
        if kinds.contains(kind) { return }
        let hint = Self.hint(for: kind, in: Set(kinds).sorted())
        if hint.isEmpty { return }
        throw Problem(.notFound, "No file in quarantine has or had a reason `\(Printable.short(kind))`.\(hint)")
    }

    /// The ids that changes of what an id names may have in the audit: whoever changes a document names it by any of its versions.
    ///
    /// - Throws: the catalog's errors.
    package func subjects(ofAudit id: String) async throws -> [String] {
        do {
            let versions = try await catalog.versions(ofSeriesOf: id)
            return versions.isEmpty ? [id] : [versions[0].series] + versions.map(\.id)
        } catch let error as CatalogError where error.kind == .notFound {
            return [id]
        }
    }

    /// Whether something on record names an id, though what it was the id of may be gone.
    func refers(to id: String, of kind: IdentifierKind) async throws -> Bool {
        switch kind {
        case .run:
            var (runs, notifications) = (RunQuery(), NotificationQuery())
            (runs.origin, notifications.run) = (id, id)
            if try await !journal.runs(runs, limit: 1, after: nil).items.isEmpty { return true }
            return try await !outbox.notifications(notifications, limit: 1, after: nil).items.isEmpty
        case .batch:
            var runs = RunQuery()
            runs.batch = id
            return try await !journal.runs(runs, limit: 1, after: nil).items.isEmpty
        case .subject:
            if try await accounts.person(id) != nil { return true }
            do {
                try await catalog.requireSchools([id])
                return true
            } catch let error as CatalogError where error.kind == .unknownSchool {
                return false
            }
        case .version, .entry, .upload, .link, .notification, .token, .session: return false
        }
    }

    /// Also what was released or discarded.
    private static var everything: QuarantineQuery {
        var query = QuarantineQuery()
        query.state = nil
        return query
    }
}
