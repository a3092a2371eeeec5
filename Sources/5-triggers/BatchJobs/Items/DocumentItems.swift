internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

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
