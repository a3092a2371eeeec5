internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

/// Where the items of a batch come from, page by page, in an order that stays the same.
protocol ItemSource: Sendable {
    /// The items behind a cursor.
    ///
    /// - Parameter cursor: a former page's `next`, also of an earlier process; nil: from the first.
    /// - Throws: what keeps the source from being read.
    func page(after cursor: String?) async throws -> Page<BatchItem>

    /// What could not be read and did not keep the rest from being read.
    var failure: StageError? { get }
}

extension ItemSource {
    var failure: StageError? { nil }
}

/// One item of a batch.
struct BatchItem: Sendable {
    /// Tells it from the others of its batch, for ever.
    let key: [UInt8]
    /// Of a file, relative to the workspace.
    var path: Path?
    /// What is asked for when its turn comes, without an id; nil: it is left out after all.
    let prepare: @Sendable () async throws -> RunRequest?
}

/// Versions of the catalog, by keyset.
struct DocumentItems: ItemSource {
    let catalog: any CatalogReading
    let batch: BatchRecord
    let query: VersionQuery

    private static let pageSize = 200

    func page(after cursor: String?) async throws -> Page<BatchItem> {
        let page = try await catalog.versions(query, limit: Self.pageSize, after: cursor)
        let items = page.items.map { version in
            BatchItem(key: Array(version.id.utf8)) {
                var trigger = batch.itemTrigger
                trigger["document"] = .record(version.facts)
                return RunRequest(file: nil, inputs: batch.inputs, trigger: trigger)
            }
        }
        return Page(items: items, next: page.next)
    }
}

extension BatchRecord {
    /// What the runs of all its items see of their trigger.
    var itemTrigger: Record {
        var trigger = trigger
        trigger["batch"] = .string(id)
        return trigger
    }
}

/// Schools that something was shared with, by keyset.
struct SchoolItems: ItemSource {
    let catalog: any CatalogReading
    let batch: BatchRecord
    let period: SharePeriod

    private static let pageSize = 100

    func page(after cursor: String?) async throws -> Page<BatchItem> {
        let page = try await catalog.schools(sharedWith: period, limit: Self.pageSize, after: cursor)
        let items = page.items.map { school in
            BatchItem(key: Array(school.id.utf8)) { try await request(school) }
        }
        return Page(items: items, next: page.next)
    }

    /// nil when its shares have ended meanwhile.
    private func request(_ school: School) async throws -> RunRequest? {
        let shared = try await catalog.shares(with: school.id, in: period, limit: SchoolSource.maxDocuments)
        if shared.items.isEmpty { return nil }
        var trigger = batch.itemTrigger
        trigger["school"] = ["id": .string(school.id), "name": .string(school.name)]
        trigger["documents"] = .list(
            shared.items.map { item in
                [
                    "id": .string(item.version.id), "title": .string(item.version.title),
                    "type": .string(item.version.type.rawValue), "version": .integer(Int64(item.version.number)),
                    "shared-at": .string(item.sharedAt.description),
                ]
            })
        trigger["titles"] = .list(shared.items.map { .string($0.version.title) })
        trigger["count"] = .integer(Int64(shared.count))
        return RunRequest(file: nil, inputs: batch.inputs, trigger: trigger)
    }
}
