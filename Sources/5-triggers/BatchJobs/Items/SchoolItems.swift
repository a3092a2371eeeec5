internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

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
