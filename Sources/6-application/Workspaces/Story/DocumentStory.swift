internal import Accounts
internal import Diagnostics
internal import Digests
package import Documents
internal import Pipelines
internal import Platform
package import Representations

/// What has happened to a document, as far as it is on record: the newest first.
///
/// A page has a number of versions, and what else happened since the oldest of them was made, back from where the page before
/// ended.
package struct DocumentStory: Sendable {
    private let workspace: Workspace

    /// How many runs that led to a version are told of, those that were retried included.
    private static let maxRuns = 20
    /// How many entries of each other kind are looked through.
    private static let maxEntries = 10_000

    package init(in workspace: Workspace) {
        self.workspace = workspace
    }

    private var catalog: any Catalog { workspace.catalog }

    /// - Parameters:
    ///   - id: of any version of the document.
    ///   - owner: whoever else's document counts as not there; nil: everybody's is.
    ///   - limit: how many versions a page has, at least 1.
    ///   - cursor: a former page's `next`, of the same document.
    /// - Throws: `CatalogError` of kind `notFound` or `invalidCursor`; the stores' errors.
    package func page(
        of id: String, owner: String? = nil, limit: Int, after cursor: String? = nil
    ) async throws -> Page<StoryEntry> {
        let versions = try await catalog.versions(ofSeriesOf: id)
        guard let newest = versions.first, owner == nil || owner == newest.owner else {
            throw CatalogError(
                .notFound, "There is no document `\(Printable.text(id))`.", advice: [.listDocuments])
        }
        let former = try cursor.map { try StoryCursor(text: $0, series: newest.series) }
        let rest = versions.filter { former == nil || $0.number < (former?.number ?? 0) }
        let shown = Array(rest.prefix(max(1, limit)))
        let isLast = shown.count == rest.count
        let span = Span(from: isLast ? nil : shown.last?.createdAt, until: former?.time)
        var entries: [StoryEntry] = []
        for version in shown {
            entries.append(
                StoryEntry(at: version.createdAt, .version(version, runs: try await runs(of: version))))
        }
        let others = try await others(versions, newest)
        entries += others.filter { span.contains($0.at) }
        // Of what happened at one time a version comes first, and so is told last.
        let sorted = entries.enumerated().sorted {
            ($0.element.at, $0.offset) > ($1.element.at, $1.offset)
        }.map(\.element)
        let next = shown.last.flatMap {
            isLast ? nil : StoryCursor(number: $0.number, time: $0.createdAt).text(series: newest.series)
        }
        return Page(items: sorted, next: next)
    }

    /// From `from` on and before `until`.
    private struct Span {
        let from: Timestamp?
        let until: Timestamp?

        func contains(_ time: Timestamp) -> Bool {
            if let from, time < from { return false }
            if let until, time >= until { return false }
            return true
        }
    }

    // MARK: Versions

    /// The run that made a version, after those that it went on from, before those that went on from it.
    private func runs(of version: DocumentVersion) async throws -> [StoryRun] {
        var found: [StoryRun] = []
        var id: String? = version.run
        while let run = id, found.count < Self.maxRuns, let detail = try await workspace.journal.run(run) {
            found.insert(try await told(detail), at: 0)
            id = detail.run.origin?.run
        }
        var query = RunQuery()
        query.origin = version.run
        let later = try await workspace.journal.runs(query, limit: Self.maxRuns, after: nil).items
        for run in later.reversed() {
            if let detail = try await workspace.journal.run(run.id) { found.append(try await told(detail)) }
        }
        return found
    }

    private func told(_ detail: RunDetail) async throws -> StoryRun {
        let places = try await places(of: detail)
        return StoryRun(
            run: detail.run,
            decisions: detail.stages.map { StoryRun.Decision(stage: $0, place: places[$0.position]) },
            notifications: detail.notifications)
    }

    /// Where the stages stand, by their positions; empty when the definition cannot be read any more.
    private func places(of detail: RunDetail) async throws -> [Int: String] {
        do {
            let pipeline = try await workspace.pipeline(pinnedFor: detail)
            return Dictionary(
                pipeline.allStages.map { ($0.position, "\(pipeline.file):\($0.span.line)") },
                uniquingKeysWith: { first, _ in first })
        } catch let error where error is InvalidFiles || error is Problem {
            return [:]
        }
    }

    // MARK: All else

    private func others(_ versions: [DocumentVersion], _ newest: DocumentVersion) async throws -> [StoryEntry] {
        var entries: [StoryEntry] = []
        let current = versions.first(where: \.isCurrent) ?? newest
        if let time = current.trashedAt { entries.append(StoryEntry(at: time, .trashed(version: nil))) }
        for version in versions where !version.isCurrent {
            if let time = version.trashedAt, time != current.trashedAt {
                entries.append(StoryEntry(at: time, .trashed(version: version.number)))
            }
        }
        for share in try await catalog.shares(of: newest.id) {
            entries.append(StoryEntry(at: share.sharedAt, .shared(share, hasEnded: false)))
        }
        for share in try await catalog.endedShares(of: newest.id) {
            entries.append(StoryEntry(at: share.sharedAt, .shared(share, hasEnded: true)))
        }
        let links = try await workspace.stores.links.links(
            LinkQuery(document: newest.id), limit: Self.maxEntries, after: nil)
        for link in links.items {
            entries.append(StoryEntry(at: link.createdAt, .linked(link)))
            if let time = link.revokedAt { entries.append(StoryEntry(at: time, .linkRevoked(link))) }
        }
        for views in try await workspace.stores.links.linkViews(ofDocument: newest.id, limit: Self.maxEntries) {
            entries.append(StoryEntry(at: views.hour, .viewed(views)))
        }
        // Whoever changes a document names it by any of its versions.
        for id in [newest.series] + versions.map(\.id) {
            let changes = try await workspace.stores.accounts.entries(
                AuditQuery(subject: id), limit: Self.maxEntries, after: nil)
            entries += changes.items.map { StoryEntry(at: $0.at, .changed($0)) }
        }
        return entries
    }
}

/// Where a story goes on: behind the oldest version that was told of.
private struct StoryCursor {
    let number: Int
    let time: Timestamp

    init(number: Int, time: Timestamp) {
        self.number = number
        self.time = time
    }

    /// - Throws: `CatalogError` of kind `invalidCursor`.
    init(text: String, series: String) throws(CatalogError) {
        let parts = Base64URL.decode(text).flatMap { String(validating: $0, as: UTF8.self) }?
            .split(separator: ":").map(String.init)
        guard let parts, parts.count == 3, parts[0] == series, let number = Int(parts[1]), let time = Int64(parts[2])
        else {
            throw CatalogError(
                .invalidCursor,
                "The cursor is damaged or belongs to another document. Take it from `next` of a page of the same document."
            )
        }
        self.init(number: number, time: Timestamp(microseconds: time))
    }

    func text(series: String) -> String { Base64URL.encode(Array("\(series):\(number):\(time.microseconds)".utf8)) }
}
