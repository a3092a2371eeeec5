internal import Documents
internal import Accounts
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// What a workspace has stored that may stand in place of the word that is being typed. The newest are offered; behind them,
/// where there are more, those that begin with what is typed, however old they are.
struct StoredWords: Sendable {
    let workspace: Workspace
    /// As far as it stands there.
    let typed: String

    typealias Candidate = CompletionEngine.Candidate

    /// More than anybody reads.
    private static let limit = 200

    /// Schools and people are few, and have no order by which one typed could be found: once it is known how one begins, all
    /// are looked at.
    private var limitOfNames: Int { typed.isEmpty ? Self.limit : 10_000 }

    func find(_ source: CompletionSource) async throws -> [Candidate] {
        let (limit, stores) = (Self.limit, workspace.stores)
        switch source {
        case .schools:
            return try await stores.catalog.schools(limit: limitOfNames, after: nil).items.map {
                Candidate($0.id, $0.name)
            }
        case .documents: return try await documents(trashed: false)
        case .allDocuments: return try await documents(trashed: false) + documents(trashed: true)
        case .restorable: return try await documents(trashed: true) + formerVersions()
        case .runs:
            return try await behind(try await stores.journal.runs(RunQuery(), limit: limit, after: nil), .run) {
                Candidate($0.id, "\($0.status.rawValue), \($0.pipeline) \($0.shownName)")
            }
        case .batches:
            let page = try await stores.batches.batches(ofPipeline: nil, limit: limit, after: nil)
            return try await behind(page, .batch) { Candidate($0.id, "\($0.status.rawValue), \($0.pipeline)") }
        case .quarantine:
            let page = try await stores.quarantine.quarantined(QuarantineQuery(), limit: limit, after: nil)
            return try await behind(page, .entry) { Candidate($0.id, "\($0.kind), \($0.file)") }
        case .people:
            let people = try await stores.accounts.people(limit: limitOfNames, after: nil).items
            let owner = workspace.definition.owner
            return people.map { Candidate($0.id, $0.name) }
                + (people.contains { $0.id == owner.id } ? [] : [Candidate(owner.id, owner.name ?? "")])
        case .tokens:
            let page = try await stores.accounts.tokens(of: nil, limit: limit, after: nil)
            return try await behind(page, .token) { Candidate($0.id, "\($0.name), for \($0.person)") }
        case .sessions:
            let page = try await stores.accounts.sessions(of: nil, at: .now(), limit: limit, after: nil)
            return try await behind(page, .session) { Candidate($0.id, "of \($0.person)") }
        case .links:
            let page = try await stores.links.links(LinkQuery(), limit: limit, after: nil)
            return try await behind(page, .link) { Candidate($0.id, $0.label ?? "of \($0.owner)") }
        case .uploads:
            let page = try await stores.uploads.uploads(UploadQuery(), limit: limit, after: nil)
            return try await behind(page, .upload) { Candidate($0.id, "\($0.state.rawValue), \($0.name)") }
        case .notifications:
            let page = try await stores.outbox.notifications(NotificationQuery(), limit: limit, after: nil)
            return try await behind(page, .notification) {
                Candidate($0.notification.id, "\($0.state.rawValue), \($0.notification.subject)")
            }
        default: return []
        }
    }

    /// The newest, and behind them, where there are more, those whose ids begin with what is typed.
    private func behind<Item: Sendable>(
        _ page: Page<Item>, _ kind: IdentifierKind, _ candidate: (Item) -> Candidate
    ) async throws -> [Candidate] {
        let newest = page.items.map(candidate)
        if page.next == nil || typed.isEmpty { return newest }
        let known = Set(newest.map(\.word))
        let others = try await IdentifierName(typed, of: kind).candidates(in: workspace, limit: Self.limit)
        return newest + others.filter { !known.contains($0.id) }.map { Candidate($0.id, $0.words) }
    }

    /// Current versions by title and id, or what lies in the trash.
    private func documents(trashed: Bool) async throws -> [Candidate] {
        var query = DocumentQuery()
        query.trashed = trashed
        let catalog = workspace.stores.catalog
        let page = try await catalog.documents(query, limit: Self.limit, after: nil)
        var versions = page.items
        if page.next != nil, !typed.isEmpty {
            versions += try await catalog.documents(
                titlesBeginningWith: typed.composed, trashed: trashed, limit: Self.limit)
            versions += try await versionsBeginning().filter {
                trashed ? $0.trashedAt != nil : $0.isCurrent && $0.trashedAt == nil
            }
        }
        var known: Set<String> = []
        return versions.filter { known.insert($0.id).inserted }.flatMap { version in
            let place = trashed ? ", in the trash" : ""
            return [
                Candidate(version.title, version.type.label + place),
                Candidate(version.id, "\(version.title), \(version.type.label)\(place)"),
            ]
        }
    }

    /// Those that a restoration would make current, by their ids, and by their titles for `--version`.
    private func formerVersions() async throws -> [Candidate] {
        var query = VersionQuery()
        query.current = false
        let page = try await workspace.stores.catalog.versions(query, limit: Self.limit, after: nil)
        var versions = page.items
        if page.next != nil, !typed.isEmpty {
            versions += try await versionsBeginning().filter { !$0.isCurrent && $0.trashedAt == nil }
        }
        let candidates = versions.flatMap { version in
            [
                Candidate(version.title, "\(version.type.label), with --version N"),
                Candidate(version.id, "version \(version.number) of \(version.title), \(version.type.label)"),
            ]
        }
        var known: Set<String> = []
        return candidates.filter { known.insert($0.word).inserted }
    }

    /// Versions whose ids begin with what is typed.
    private func versionsBeginning() async throws -> [DocumentVersion] {
        let ids = try await IdentifierName(typed, of: .version).candidates(in: workspace, limit: Self.limit).map(\.id)
        var versions: [DocumentVersion] = []
        for id in ids { versions.append(try await workspace.stores.catalog.version(id)) }
        return versions
    }
}
