internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// What the trash and deletion do to documents.
    static let erasure: [StoreRule] = [
        StoreRule("trash takes the series along and ends its shares; restore brings it back without them") { test in
            let first = try await test.create(test.new("A"))
            let second = try await test.create(test.new("A"))
            _ = try await test.store.share(second.id, with: ["mit"])
            try await test.store.trash(second.id)
            let trashed = try await test.store.version(first.id)
            try expect(trashed.trashedAt != nil && trashed.sharedWith == [])
            try await expect(test.all(DocumentQuery(), limit: 10), is: [])
            for attempt in [
                { try await test.store.trash(second.id) },
                { _ = try await test.store.share(second.id, with: ["mit"]) },
                { _ = try await test.store.edit(second.id, MetadataChange(title: "Z")) },
            ] as [@Sendable () async throws -> Void] {
                let error = try await expectError(CatalogError.self) { try await attempt() }
                try expect(error.kind, is: .trashed)
            }
            let other = try await test.create(test.new("A"))
            try expect(other.series != first.series && other.number == 1)
            let error = try await expectError(CatalogError.self) { try await test.store.restore(first.id) }
            try expect(error.kind, is: .titleTaken)
            _ = try await test.store.edit(other.id, MetadataChange(title: "B"))
            let restored = try await test.store.restore(first.id)
            try expect(restored.isCurrent && restored.trashedAt == nil && restored.sharedWith == [])
            try await expect(test.store.version(second.id).isCurrent, is: false)
        },
        StoreRule("shares that the trash ended are told, and come back when they are asked for, also later") { test in
            let document = try await test.create(test.new("A"))
            _ = try await test.store.share(document.id, with: ["mit", "duke"])
            try await expect(test.store.trash(document.id).map(\.school), is: ["mit", "duke"])
            try await expect(test.store.endedShares(of: document.id).map(\.school), is: ["mit", "duke"])
            try await expect(test.store.restore(document.id).sharedWith, is: [])
            _ = try await test.store.share(document.id, with: ["mit"])
            let later = try await test.store.restore(document.id, withShares: true)
            try expect(later.shares.map(\.school) == ["duke"] && later.version.sharedWith == ["mit", "duke"])
            try await expect(test.store.endedShares(of: document.id), is: [])

            try await expect(test.store.trash(document.id).map(\.school), is: ["mit", "duke"])
            let again = try await test.store.restore(document.id, withShares: true)
            try expect(again.version.sharedWith == ["mit", "duke"] && again.version.trashedAt == nil)
            try await test.store.trash(document.id)
            _ = try await test.store.unshare(document.id, with: ["mit"])
            let rest = try await test.store.restore(document.id, withShares: true)
            try expect(rest.version.sharedWith, is: ["duke"], "what was ended by request stays ended")
            _ = try await test.store.unshare(document.id, with: ["mit", "duke"])
            try await expect(test.store.trash(document.id), is: [], "only what this time in the trash ended counts")
            try await expect(test.store.restore(document.id, withShares: true).version.sharedWith, is: [])
            try await expect(test.store.deleteDocument(of: document.id, expecting: nil).count, is: 1)
        },
        StoreRule("an older version goes to the trash alone, and restoring makes it current") { test in
            let first = try await test.create(test.new("A"))
            let second = try await test.create(test.new("A"))
            try await test.store.trash(first.id)
            var query = DocumentQuery()
            try await expect(test.all(query, limit: 10).map(\.id), is: [second.id])
            query.trashed = true
            try await expect(test.all(query, limit: 10).map(\.id), is: [first.id])
            try await expect(test.store.restore(first.id).isCurrent)
            try await expect(test.all(query, limit: 10), is: [])
        },
        StoreRule("deleting a version or a document erases its rows and queues its objects") { test in
            let versions = [
                try await test.create(test.new("A")), try await test.create(test.new("A")),
                try await test.create(test.new("A")),
            ]
            _ = try await test.store.share(versions[0].id, with: ["mit"])
            try await expect(test.store.deleteVersion(versions[1].id).id, is: versions[1].id)
            try await expect(test.store.objectDeletions(limit: 9), is: [versions[1].objectKey])
            try await expect(test.create(test.new("A")).number, is: 4)
            let current = try await test.store.versions(ofSeriesOf: versions[0].id)[0]
            try await expect(test.store.deleteDocument(of: current.id, expecting: nil).map(\.number), is: [4, 3, 1])
            try await expect(test.store.objectDeletions(limit: 2).count, is: 2)
            try await test.store.finishObjectDeletions([versions[1].objectKey, "unknown"])
            try await expect(test.store.objectDeletions(limit: 9).count, is: 3)
            try await expectError(CatalogError.self) { try await test.store.version(versions[0].id) }
        },
        StoreRule(
            "a request about a document is about all of it, and one about a version about that one, whichever is current"
        ) { test in
            let made = [
                try await test.create(test.new("A")), try await test.create(test.new("A")),
                try await test.create(test.new("A")), try await test.create(test.new("A")),
            ]
            _ = try await test.store.share(made[0].id, with: ["mit"])
            func numbers() async throws -> [Int] { try await test.store.versions(ofSeriesOf: made[0].id).map(\.number) }
            func current() async throws -> DocumentVersion? {
                try await test.store.versions(ofSeriesOf: made[0].id).first(where: \.isCurrent)
            }
            try await expect(test.store.deleteVersion(made[3].id).number, is: 4)
            try await expect(numbers(), is: [3, 2, 1])
            try await expect(current()?.id, is: made[2].id)
            try await test.store.trashVersion(made[2].id)
            try await expect(current()?.id, is: made[1].id)
            try await expect(current()?.sharedWith, is: ["mit"], "the document has not gone anywhere")
            try await test.store.trashVersion(made[0].id)
            for attempt in [
                { _ = try await test.store.deleteVersion(made[1].id) },
                { try await test.store.trashVersion(made[1].id) },
            ] as [@Sendable () async throws -> Void] {
                let error = try await expectError(CatalogError.self) { try await attempt() }
                try expect(error.kind, is: .onlyVersion)
            }
            let seen = Set([made[0].id, made[1].id])
            let changed = try await expectError(CatalogError.self) {
                try await test.store.deleteDocument(of: made[0].id, expecting: seen)
            }
            try expect(changed.kind, is: .changed)
            try await expect(numbers(), is: [3, 2, 1])
            _ = try await test.store.trashDocument(of: made[0].id)
            let inTrash = try await current()
            try expect(inTrash?.trashedAt != nil && inTrash?.sharedWith == [])
            let doomed = try await test.store.deleteDocument(of: made[0].id, expecting: seen.union([made[2].id]))
            try expect(
                doomed.map(\.number), is: [3, 2, 1], "by the id of a former version, which lies in the trash by itself")
            try await expect(test.store.objectDeletions(limit: 9).count, is: 4)
        },
        StoreRule("what was taken out of the trash meanwhile is not erased with it, nor its document") { test in
            let first = try await test.create(test.new("A"))
            let second = try await test.create(test.new("A"))
            let later = Timestamp(microseconds: 1 << 60)
            try await test.store.trash(first.id)
            try await expect(test.store.deleteTrashed(first.id, since: Timestamp(microseconds: 0)), is: [])
            _ = try await test.store.restore(first.id)
            try await expect(test.store.deleteTrashed(first.id, since: later), is: [])
            try await expect(test.store.deleteTrashed(second.id, since: later), is: [])
            try await expect(test.store.versions(ofSeriesOf: first.id).count, is: 2)
            try await test.store.trash(second.id)
            try await expect(test.store.deleteTrashed(second.id, since: later).map(\.number), is: [2])
            _ = try await test.store.trashDocument(of: first.id)
            try await expect(test.store.deleteTrashed(first.id, since: later).map(\.number), is: [1])
            try await expect(test.store.deleteTrashed(first.id, since: later), is: [])
        },
        StoreRule("an object that another version refers to is not queued, nor one that is used again") { test in
            var (a, b) = (test.new("A"), test.new("B"))
            (a.objectKey, b.objectKey) = ("k", "k")
            let first = try await test.create(a)
            let second = try await test.create(b)
            _ = try await test.store.deleteDocument(of: first.id, expecting: nil)
            try await expect(test.store.objectDeletions(limit: 9), is: [])
            _ = try await test.store.deleteDocument(of: second.id, expecting: nil)
            try await expect(test.store.objectDeletions(limit: 9), is: ["k"])
            a.run = "again"
            try await test.create(a)
            try await expect(test.store.objectDeletions(limit: 9), is: [])
        },
    ]
}
