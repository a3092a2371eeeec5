internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Documents, their versions, shares and schools.
    static let documents: [StoreRule] = [
        StoreRule("a repeated upload of a series gives the next number and moves the current mark") { test in
            let first = try await test.create(test.new(" Clip ", description: "old"))
            let second = try await test.create(test.new("Clip"))
            try expect(first.number == 1 && second.number == 2)
            try expect(second.series == first.series && second.title == "Clip" && second.description == "old")
            let versions = try await test.store.versions(ofSeriesOf: first.id)
            try expect(versions.map(\.number), is: [2, 1])
            try expect(versions.map(\.isCurrent), is: [true, false])
            let others = [test.new("clip"), test.new("Clip", owner: "u2"), test.new("Clip", type: .resume)]
            for new in others { try await expect(test.create(new).number, is: 1) }
        },
        StoreRule("many uploads to one series at a time are numbered 1 to N, and one is current") { test in
            let count = Nightly.isOn ? 200 : 40
            let versions = try await withThrowingTaskGroup(of: DocumentVersion.self) { group in
                for _ in 0..<count { group.addTask { try await test.create(test.new()) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(Set(versions.map(\.number)), is: Set(1...count))
            let stored = try await test.store.versions(ofSeriesOf: versions[0].id)
            try expect(stored.filter(\.isCurrent).map(\.number), is: [count])
        },
        StoreRule("the same run's second create returns the first one's version") { test in
            let first = try await test.create(test.new(run: "r"))
            let again = try await test.create(test.new("Other", run: "r"))
            try expect(again, is: first)
            try await expect(test.store.versions(ofSeriesOf: first.id).count, is: 1)
        },
        StoreRule("shares keep the order in which they were added, and belong to the series") { test in
            let first = try await test.create(test.new())
            let added = try await test.transact {
                try $0.catalog.share(first.id, with: ["mit", "duke", "mit"], run: "r")
            }
            try expect(added, is: ["mit", "duke"])
            let again = try await test.transact { try $0.catalog.share(first.id, with: ["duke", "ucla"], run: "r2") }
            try expect(again, is: ["ucla"])
            let second = try await test.create(test.new())
            try expect(second.sharedWith, is: ["mit", "duke", "ucla"])
            try await expect(
                test.store.unshare(second.id, with: ["duke", "stanford"]).sharedWith, is: ["mit", "ucla"])
            try await test.transact { try $0.catalog.retractShares(ofRun: "r2") }
            try await expect(test.store.version(second.id).sharedWith, is: ["mit"])
        },
        StoreRule("a share that several runs asked for stands until the last of them has taken it back") { test in
            let runs = ["r1", "r2", "r3"]
            for run in runs { try await test.start(run) }
            for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
                let version = try await test.create(test.new("T\(order)"))
                for run in runs {
                    try await test.transact { _ = try $0.catalog.share(version.id, with: ["mit"], run: run) }
                }
                for (count, index) in order.enumerated() {
                    try await expect(test.store.version(version.id).sharedWith, is: ["mit"], "\(order) \(count)")
                    try await test.transact { try $0.catalog.retractShares(ofRun: runs[index]) }
                }
                try await expect(test.store.version(version.id).sharedWith, is: [], "\(order)")
            }
        },
        StoreRule("a share that a run takes back stays where a person shares, not where one ends it") { test in
            for run in ["r1", "r2"] { try await test.start(run) }
            let kept = try await test.create(test.new("Kept"))
            let ended = try await test.create(test.new("Ended"))
            for run in ["r1", "r2"] {
                try await test.transact { transaction in
                    for id in [kept.id, ended.id] { _ = try transaction.catalog.share(id, with: ["mit"], run: run) }
                }
            }
            _ = try await test.store.share(kept.id, with: ["mit"])
            _ = try await test.store.unshare(ended.id, with: ["mit"])
            for run in ["r1", "r2"] { try await test.transact { try $0.catalog.retractShares(ofRun: run) } }
            try await expect(test.store.version(kept.id).sharedWith, is: ["mit"])
            try await expect(test.store.version(ended.id).sharedWith, is: [])
        },
        StoreRule("what a run takes back comes back from the trash only where another run asked for it") { test in
            for run in ["r1", "r2"] { try await test.start(run) }
            let version = try await test.create(test.new())
            try await test.transact { transaction in
                _ = try transaction.catalog.share(version.id, with: ["mit", "duke"], run: "r1")
                _ = try transaction.catalog.share(version.id, with: ["duke"], run: "r2")
                _ = try transaction.catalog.trash(version.id)
                try transaction.catalog.retractShares(ofRun: "r1")
            }
            let restored = try await test.store.restore(version.id, withShares: true)
            try expect(restored.version.sharedWith, is: ["duke"])
        },
        StoreRule("every unknown school is named") { test in
            let version = try await test.create(test.new())
            let error = try await expectError(CatalogError.self) {
                try await test.store.share(version.id, with: ["mit", "yale", "cmu", "yale"])
            }
            try expect(error.kind, is: .unknownSchool)
            try expect(error.message, is: "There are no schools `yale`, `cmu`.")
            try expect(error.advice, is: [.addSchool(nil)])
            try await expect(test.store.version(version.id).sharedWith, is: [])
            let one = try await expectError(CatalogError.self) { try await test.create(test.new("B", school: "yale")) }
            try expect(one.message, is: "There is no school `yale`.")
            try expect(one.advice, is: [.addSchool("yale")])
            for part in ["Yale", "mit ucla", ","] {
                let error = try await expectError(CatalogError.self) { try await test.store.requireSchools([part]) }
                try expect(error.advice, is: [.separateSchools, .listSchools])
            }
            try await expect(test.store.statistics(owner: nil).total, is: 1)
            for schools in [[""], ["mit", ""], ["yale", ""]] {
                let empty = try await expectError(CatalogError.self) { try await test.store.requireSchools(schools) }
                try expect(empty.kind, is: .unknownSchool)
                try expect(
                    empty.message, is: "The id of a school is empty.")
                try expect(empty.advice, is: [.listSchools])
            }
        },
        StoreRule("renaming renames every version; a title that is taken is refused") { test in
            let first = try await test.create(test.new("A"))
            let second = try await test.create(test.new("A"))
            try await test.create(test.new("B"))
            let taken = try await expectError(CatalogError.self) {
                try await test.store.edit(first.id, MetadataChange(title: "B"))
            }
            try expect(taken.kind, is: .titleTaken)
            let change = MetadataChange(title: "C", description: "Junior season", school: "mit")
            let edited = try await test.store.edit(first.id, change)
            try expect(edited.title == "C" && edited.description == "Junior season" && edited.school == "mit")
            try await expect(test.store.version(second.id).title, is: "C")
            try await expect(test.create(test.new("C")).number, is: 3)
            let cleared = try await test.store.edit(first.id, MetadataChange(description: "", school: ""))
            try expect(cleared.description == nil && cleared.school == nil)
            let same = try await test.store.edit(first.id, MetadataChange(title: "C"))
            try expect(same.updatedAt, is: cleared.updatedAt)
        },
        StoreRule("after a restore, retracting makes the version current that was so before the run") { test in
            let first = try await test.create(test.new(run: "r1"))
            try await test.create(test.new(run: "r2"))
            _ = try await test.store.restore(first.id)
            try await test.create(test.new(run: "r3"))
            try await test.create(test.new(run: "r4"))
            func current() async throws -> Int? {
                let versions = try await test.store.versions(ofSeriesOf: first.id)
                return versions.first(where: \.isCurrent)?.number
            }
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r3") }
            try await expect(current(), is: 4, "a later one stays")
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r4") }
            try await expect(current(), is: 1)
            try await test.create(test.new(run: "r5"))
            try await test.store.trash(first.id)
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r5") }
            try await expect(current(), is: 2, "what lies in the trash does not come back by itself")
        },
        StoreRule("retracting a run's version makes the former one current again, or ends the series") { test in
            let first = try await test.create(test.new("A", run: "r1"))
            try await test.create(test.new("A", run: "r2"))
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r2") }
            try await expect(test.store.version(first.id).isCurrent)
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r2") }
            try await test.create(test.new("A", run: "r3"))
            try await test.store.trash(first.id)
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r3") }
            let left = try await test.store.version(first.id)
            try expect(left.isCurrent && left.trashedAt != nil)
            try await test.transact { try $0.catalog.retractVersion(ofRun: "r1") }
            try await expectError(CatalogError.self) { try await test.store.version(first.id) }
            try await expect(test.store.objectDeletions(limit: 9), is: [], "the upload's undo sees to the object")
        },
        StoreRule("statistics follow every change") { test in
            try await expect(
                test.store.statistics(owner: nil),
                is: DocumentStatistics(total: 0, shared: 0, mostCommonType: nil, storageBytes: 0))
            let a = try await test.create(test.new("A", size: 10))
            try await test.create(test.new("A", size: 20))
            try await test.create(test.new("B", type: .resume, size: 5))
            try await test.create(test.new("C", owner: "u2", type: .resume, size: 7))
            _ = try await test.store.share(a.id, with: ["mit", "duke"])
            try await expect(
                test.store.statistics(owner: nil),
                is: DocumentStatistics(total: 3, shared: 1, mostCommonType: .resume, storageBytes: 42))
            try await expect(
                test.store.statistics(owner: "u1"),
                is: DocumentStatistics(total: 2, shared: 1, mostCommonType: .highlightVideo, storageBytes: 35))
            try await test.store.trash(test.store.versions(ofSeriesOf: a.id)[0].id)
            try await expect(
                test.store.statistics(owner: "u1"),
                is: DocumentStatistics(total: 1, shared: 0, mostCommonType: .resume, storageBytes: 35))
            _ = try await test.store.deleteVersion(a.id)
            try await expect(test.store.statistics(owner: nil).storageBytes, is: 32)
            try await expect(
                test.store.statistics(owner: "nobody"),
                is: DocumentStatistics(total: 0, shared: 0, mostCommonType: nil, storageBytes: 0))
        },
        StoreRule("schools are added all or none, listed by id, and renamed on demand") { test in
            let all = try ["b", "a", "c"].map { try School(id: $0, name: "School \($0)") }
            try await test.store.addSchools(all, replacing: false)
            let error = try await expectError(CatalogError.self) {
                try await test.store.addSchools([School(id: "d", name: "D"), all[0]], replacing: false)
            }
            try expect(error.message, is: "There is a school `b` already.")
            try await test.store.addSchools([School(id: "b", name: "Renamed")], replacing: true)
            let first = try await test.store.schools(limit: 2, after: nil)
            try expect(first.items.map(\.name), is: ["School a", "Renamed"])
            let others = try await test.store.schools(limit: 5, after: first.next)
            try expect(others.items.map(\.id), is: ["c", "duke", "mit", "stanford", "ucla"])
            try expect(others.next, is: nil)
        },
        StoreRule("schools are removed all or none, and not while a document is shared with one or about it") { test in
            let a = try await test.create(test.new("a"))
            _ = try await test.store.share(a.id, with: ["ucla", "mit"])
            _ = try await test.store.edit(a.id, MetadataChange(school: "mit"))
            for (ids, message) in [
                (["duke", "ucla"], "`ucla` stays: 1 document is shared with it."),
                (["mit"], "`mit` stays: 1 document is shared with it, and 1 document is about it."),
                (["duke", "yale"], "There is no school `yale`."),
            ] {
                let error = try await expectError(CatalogError.self) { try await test.store.removeSchools(ids) }
                try expect(error.message, is: message)
            }
            try await test.store.requireSchools(["duke"])
            // What the trash ended does not come back to a school that is gone.
            let ended = try await test.store.trash(a.id)
            try expect(ended.map(\.school), is: ["ucla", "mit"])
            let left = try await expectError(CatalogError.self) { try await test.store.removeSchools(["mit"]) }
            try expect(left.message, is: "`mit` stays: 1 document in the trash is about it.")
            try expect(left.advice, is: [.listTrash("mit")])
            try await test.store.removeSchools(["ucla", "duke"])
            try await expect(test.store.restore(a.id, withShares: true).shares.map(\.school), is: ["mit"])
            try await test.store.trash(a.id)
            try await test.transact { try $0.catalog.untrash(a.id, shares: ended) }
            try await expect(test.store.version(a.id).sharedWith, is: ["mit"])
            try await expect(test.store.schools(limit: 9, after: nil).items.map(\.id), is: ["mit", "stanford"])
        },
    ]
}
