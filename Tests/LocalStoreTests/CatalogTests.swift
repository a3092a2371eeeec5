import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

@Suite struct CatalogTests {
    @Test("a repeated upload of a series gives the next number and moves the current mark")
    func series() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new(" Clip ", description: "old"))
        let second = try await test.create(test.new("Clip"))
        #expect(first.number == 1 && second.number == 2)
        #expect(second.series == first.series && second.title == "Clip" && second.description == "old")
        let versions = try await test.store.versions(ofSeriesOf: first.id)
        #expect(versions.map(\.number) == [2, 1])
        #expect(versions.map(\.isCurrent) == [true, false])
        let others = [test.new("clip"), test.new("Clip", owner: "u2"), test.new("Clip", type: .resume)]
        for new in others { #expect(try await test.create(new).number == 1) }
    }

    @Test("many uploads to one series at a time are numbered 1 to N, and one is current")
    func concurrentVersions() async throws {
        let test = try await TestStore()
        let versions = try await withThrowingTaskGroup(of: DocumentVersion.self) { group in
            for _ in 0..<200 { group.addTask { try await test.create(test.new()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(versions.map(\.number)) == Set(1...200))
        let stored = try await test.store.versions(ofSeriesOf: versions[0].id)
        #expect(stored.filter(\.isCurrent).map(\.number) == [200])
        #expect(test.store.writer.counts.commits < 200)
    }

    @Test("the same run's second create returns the first one's version")
    func repeatedRun() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new(run: "r"))
        let again = try await test.create(test.new("Other", run: "r"))
        #expect(again == first)
        #expect(try await test.store.versions(ofSeriesOf: first.id).count == 1)
    }

    @Test("the database itself refuses what must never be")
    func constraints() async throws {
        let test = try await TestStore()
        try await test.create(test.new())
        try await test.create(test.new())
        let forbidden = [
            "UPDATE versions SET is_current = 1": "UNIQUE constraint failed: versions.series",
            "UPDATE versions SET number = 1": "UNIQUE constraint failed: versions.series, versions.number",
            "UPDATE versions SET run = 'x'": "UNIQUE constraint failed: versions.run",
            "UPDATE versions SET size = -1": "CHECK constraint failed: size >= 0",
            "UPDATE versions SET size = 'big'": "cannot store TEXT value in INTEGER column versions.size",
            "UPDATE versions SET trashed_at = 1": "CHECK constraint failed: trashed_at IS NULL OR is_current = 0",
            "UPDATE versions SET series = 99": "FOREIGN KEY constraint failed",
            "DELETE FROM series": "FOREIGN KEY constraint failed",
            "INSERT INTO shares (series, school, permission, shared_at) VALUES (1, 'mit', 'edit', 0)":
                "CHECK constraint failed: permission = 'view'",
            "INSERT INTO shares (series, school, shared_at) VALUES (1, 'nowhere', 0)": "FOREIGN KEY constraint failed",
            "INSERT INTO series (id, owner, type, title, title_key, created_at, updated_at) "
                + "VALUES ('x', 'u1', 'highlight_video', 'Clip', 'clip', 0, 0)":
                "UNIQUE constraint failed: series.owner, series.type, series.title",
        ]
        for (sql, message) in forbidden {
            let error = #expect(throws: SQLiteError.self) {
                try test.look { connection in
                    try connection.script("PRAGMA foreign_keys = ON")
                    try connection.execute(sql)
                }
            }
            #expect(error?.isConstraint == true && error?.message == message, "\(sql)")
        }
    }

    @Test("shares keep the order in which they were added, and belong to the series")
    func shares() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new())
        let added = try await test.transact { try $0.catalog.share(first.id, with: ["mit", "duke", "mit"], run: "r") }
        #expect(added == ["mit", "duke"])
        let again = try await test.transact { try $0.catalog.share(first.id, with: ["duke", "ucla"], run: "r2") }
        #expect(again == ["ucla"])
        let second = try await test.create(test.new())
        #expect(second.sharedWith == ["mit", "duke", "ucla"])
        #expect(try await test.store.unshare(second.id, with: ["duke", "stanford"]).sharedWith == ["mit", "ucla"])
        try await test.transact { try $0.catalog.retractShares(ofRun: "r2") }
        #expect(try await test.store.version(second.id).sharedWith == ["mit"])
    }

    @Test("every unknown school is named")
    func unknownSchools() async throws {
        let test = try await TestStore()
        let version = try await test.create(test.new())
        let error = await #expect(throws: CatalogError.self) {
            try await test.store.share(version.id, with: ["mit", "yale", "cmu", "yale"])
        }
        #expect(error?.kind == .unknownSchool)
        #expect(error?.message == "There are no schools `yale`, `cmu`. `compass schools add ID NAME` adds one.")
        #expect(try await test.store.version(version.id).sharedWith == [])
        let one = await #expect(throws: CatalogError.self) { try await test.create(test.new("B", school: "yale")) }
        #expect(one?.message == "There is no school `yale`. `compass schools add yale NAME` adds it.")
        #expect(try await test.store.statistics(owner: nil).total == 1)
        for schools in [[""], ["mit", ""], ["yale", ""]] {
            let empty = await #expect(throws: CatalogError.self) { try await test.store.requireSchools(schools) }
            #expect(empty?.kind == .unknownSchool)
            #expect(
                empty?.message == "The id of a school is empty; `compass schools list` shows those there are.")
        }
    }

    @Test("renaming renames every version; a title that is taken is refused")
    func edit() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new("A"))
        let second = try await test.create(test.new("A"))
        try await test.create(test.new("B"))
        let taken = await #expect(throws: CatalogError.self) {
            try await test.store.edit(first.id, MetadataChange(title: "B"))
        }
        #expect(taken?.kind == .titleTaken)
        let change = MetadataChange(title: "C", description: "Junior season", school: "mit")
        let edited = try await test.store.edit(first.id, change)
        #expect(edited.title == "C" && edited.description == "Junior season" && edited.school == "mit")
        #expect(try await test.store.version(second.id).title == "C")
        #expect(try await test.create(test.new("C")).number == 3)
        let cleared = try await test.store.edit(first.id, MetadataChange(description: "", school: ""))
        #expect(cleared.description == nil && cleared.school == nil)
        let same = try await test.store.edit(first.id, MetadataChange(title: "C"))
        #expect(same.updatedAt == cleared.updatedAt)
    }

    @Test("trash takes the series along and ends its shares; restore brings it back without them")
    func trash() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new("A"))
        let second = try await test.create(test.new("A"))
        _ = try await test.store.share(second.id, with: ["mit"])
        try await test.store.trash(second.id)
        let trashed = try await test.store.version(first.id)
        #expect(trashed.trashedAt != nil && trashed.sharedWith == [])
        #expect(try await test.all(DocumentQuery(), limit: 10) == [])
        for attempt in [
            { try await test.store.trash(second.id) },
            { _ = try await test.store.share(second.id, with: ["mit"]) },
            { _ = try await test.store.edit(second.id, MetadataChange(title: "Z")) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: CatalogError.self) { try await attempt() }
            #expect(error?.kind == .trashed)
        }
        let other = try await test.create(test.new("A"))
        #expect(other.series != first.series && other.number == 1)
        let error = await #expect(throws: CatalogError.self) { try await test.store.restore(first.id) }
        #expect(error?.kind == .titleTaken)
        _ = try await test.store.edit(other.id, MetadataChange(title: "B"))
        let restored = try await test.store.restore(first.id)
        #expect(restored.isCurrent && restored.trashedAt == nil && restored.sharedWith == [])
        #expect(try await test.store.version(second.id).isCurrent == false)
    }

    @Test("shares that the trash ended are told, and come back when they are asked for, also later")
    func endedShares() async throws {
        let test = try await TestStore()
        let document = try await test.create(test.new("A"))
        _ = try await test.store.share(document.id, with: ["mit", "duke"])
        #expect(try await test.store.trash(document.id).map(\.school) == ["mit", "duke"])
        #expect(try await test.store.endedShares(of: document.id).map(\.school) == ["mit", "duke"])
        #expect(try await test.store.restore(document.id).sharedWith == [])
        _ = try await test.store.share(document.id, with: ["mit"])
        let later = try await test.store.restore(document.id, withShares: true)
        #expect(later.shares.map(\.school) == ["duke"] && later.version.sharedWith == ["mit", "duke"])
        #expect(try await test.store.endedShares(of: document.id) == [])

        #expect(try await test.store.trash(document.id).map(\.school) == ["mit", "duke"])
        let again = try await test.store.restore(document.id, withShares: true)
        #expect(again.version.sharedWith == ["mit", "duke"] && again.version.trashedAt == nil)
        try await test.store.trash(document.id)
        _ = try await test.store.unshare(document.id, with: ["mit"])
        let rest = try await test.store.restore(document.id, withShares: true)
        #expect(rest.version.sharedWith == ["duke"], "what was ended by request stays ended")
        _ = try await test.store.unshare(document.id, with: ["mit", "duke"])
        #expect(try await test.store.trash(document.id) == [], "only what this time in the trash ended counts")
        #expect(try await test.store.restore(document.id, withShares: true).version.sharedWith == [])
        #expect(try await test.store.deleteDocument(of: document.id, expecting: nil).count == 1)
    }

    @Test("an older version goes to the trash alone, and restoring makes it current")
    func trashOld() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new("A"))
        let second = try await test.create(test.new("A"))
        try await test.store.trash(first.id)
        var query = DocumentQuery()
        #expect(try await test.all(query, limit: 10).map(\.id) == [second.id])
        query.trashed = true
        #expect(try await test.all(query, limit: 10).map(\.id) == [first.id])
        #expect(try await test.store.restore(first.id).isCurrent)
        #expect(try await test.all(query, limit: 10) == [])
    }

    @Test("deleting a version or a document erases its rows and queues its objects")
    func delete() async throws {
        let test = try await TestStore()
        let versions = [
            try await test.create(test.new("A")), try await test.create(test.new("A")),
            try await test.create(test.new("A")),
        ]
        _ = try await test.store.share(versions[0].id, with: ["mit"])
        #expect(try await test.store.deleteVersion(versions[1].id).id == versions[1].id)
        #expect(try await test.store.objectDeletions(limit: 9) == [versions[1].objectKey])
        #expect(try await test.create(test.new("A")).number == 4)
        let current = try await test.store.versions(ofSeriesOf: versions[0].id)[0]
        #expect(try await test.store.deleteDocument(of: current.id, expecting: nil).map(\.number) == [4, 3, 1])
        #expect(try await test.store.objectDeletions(limit: 2).count == 2)
        try await test.store.finishObjectDeletions([versions[1].objectKey, "unknown"])
        #expect(try await test.store.objectDeletions(limit: 9).count == 3)
        await #expect(throws: CatalogError.self) { try await test.store.version(versions[0].id) }
        let rest = try test.look { connection in
            try ["series", "versions", "shares", "listing"].map { table in
                try connection.first("SELECT count(*) FROM \(table)") { try $0.integer(0) }
            }
        }
        #expect(rest == [0, 0, 0, 0])
        #expect(try await test.store.check() == [])
    }

    @Test("a request about a document is about all of it, and one about a version about that one, whichever is current")
    func requests() async throws {
        let test = try await TestStore()
        let made = [
            try await test.create(test.new("A")), try await test.create(test.new("A")),
            try await test.create(test.new("A")), try await test.create(test.new("A")),
        ]
        _ = try await test.store.share(made[0].id, with: ["mit"])
        func numbers() async throws -> [Int] { try await test.store.versions(ofSeriesOf: made[0].id).map(\.number) }
        func current() async throws -> DocumentVersion? {
            try await test.store.versions(ofSeriesOf: made[0].id).first(where: \.isCurrent)
        }
        #expect(try await test.store.deleteVersion(made[3].id).number == 4)
        #expect(try await numbers() == [3, 2, 1])
        #expect(try await current()?.id == made[2].id)
        try await test.store.trashVersion(made[2].id)
        #expect(try await current()?.id == made[1].id)
        #expect(try await current()?.sharedWith == ["mit"], "the document has not gone anywhere")
        try await test.store.trashVersion(made[0].id)
        for attempt in [
            { _ = try await test.store.deleteVersion(made[1].id) }, { try await test.store.trashVersion(made[1].id) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: CatalogError.self) { try await attempt() }
            #expect(error?.kind == .onlyVersion)
        }
        let seen = Set([made[0].id, made[1].id])
        let changed = await #expect(throws: CatalogError.self) {
            try await test.store.deleteDocument(of: made[0].id, expecting: seen)
        }
        #expect(changed?.kind == .changed)
        #expect(try await numbers() == [3, 2, 1])
        _ = try await test.store.trashDocument(of: made[0].id)
        let inTrash = try await current()
        #expect(inTrash?.trashedAt != nil && inTrash?.sharedWith == [])
        let doomed = try await test.store.deleteDocument(of: made[0].id, expecting: seen.union([made[2].id]))
        #expect(doomed.map(\.number) == [3, 2, 1], "by the id of a former version, which lies in the trash by itself")
        #expect(try await test.store.objectDeletions(limit: 9).count == 4)
        #expect(try await test.store.check() == [])
    }

    @Test("what was taken out of the trash meanwhile is not erased with it, nor its document")
    func deleteTrashed() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new("A"))
        let second = try await test.create(test.new("A"))
        let later = Timestamp(microseconds: 1 << 60)
        try await test.store.trash(first.id)
        #expect(try await test.store.deleteTrashed(first.id, since: Timestamp(microseconds: 0)) == [])
        _ = try await test.store.restore(first.id)
        #expect(try await test.store.deleteTrashed(first.id, since: later) == [])
        #expect(try await test.store.deleteTrashed(second.id, since: later) == [])
        #expect(try await test.store.versions(ofSeriesOf: first.id).count == 2)
        try await test.store.trash(second.id)
        #expect(try await test.store.deleteTrashed(second.id, since: later).map(\.number) == [2])
        _ = try await test.store.trashDocument(of: first.id)
        #expect(try await test.store.deleteTrashed(first.id, since: later).map(\.number) == [1])
        #expect(try await test.store.deleteTrashed(first.id, since: later) == [])
    }

    @Test("an object that another version refers to is not queued, nor one that is used again")
    func sharedObject() async throws {
        let test = try await TestStore()
        var (a, b) = (test.new("A"), test.new("B"))
        (a.objectKey, b.objectKey) = ("k", "k")
        let first = try await test.create(a)
        let second = try await test.create(b)
        _ = try await test.store.deleteDocument(of: first.id, expecting: nil)
        #expect(try await test.store.objectDeletions(limit: 9) == [])
        _ = try await test.store.deleteDocument(of: second.id, expecting: nil)
        #expect(try await test.store.objectDeletions(limit: 9) == ["k"])
        a.run = "again"
        try await test.create(a)
        #expect(try await test.store.objectDeletions(limit: 9) == [])
    }

    @Test("after a restore, retracting makes the version current that was so before the run")
    func retractAfterRestore() async throws {
        let test = try await TestStore()
        let versions = [
            try await test.create(test.new(run: "r1")), try await test.create(test.new(run: "r2")),
        ]
        _ = try await test.store.restore(versions[0].id)
        try await test.create(test.new(run: "r3"))
        try await test.create(test.new(run: "r4"))
        func current() async throws -> Int? {
            try await test.store.versions(ofSeriesOf: versions[0].id).first(where: \.isCurrent)?.number
        }
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r3") }
        #expect(try await current() == 4, "a later one stays")
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r4") }
        #expect(try await current() == 1)
        try await test.create(test.new(run: "r5"))
        try await test.store.trash(versions[0].id)
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r5") }
        #expect(try await current() == 2, "what lies in the trash does not come back by itself")
        #expect(try await test.store.check() == [])
    }

    @Test("retracting a run's version makes the former one current again, or ends the series")
    func retract() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new("A", run: "r1"))
        try await test.create(test.new("A", run: "r2"))
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r2") }
        #expect(try await test.store.version(first.id).isCurrent)
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r2") }
        try await test.create(test.new("A", run: "r3"))
        try await test.store.trash(first.id)
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r3") }
        let left = try await test.store.version(first.id)
        #expect(left.isCurrent && left.trashedAt != nil)
        try await test.transact { try $0.catalog.retractVersion(ofRun: "r1") }
        await #expect(throws: CatalogError.self) { try await test.store.version(first.id) }
        #expect(try await test.store.objectDeletions(limit: 9) == [], "the upload's undo sees to the object")
        #expect(try await test.store.check() == [])
    }

    @Test("statistics follow every change")
    func statistics() async throws {
        let test = try await TestStore()
        #expect(
            try await test.store.statistics(owner: nil)
                == DocumentStatistics(total: 0, shared: 0, mostCommonType: nil, storageBytes: 0))
        let a = try await test.create(test.new("A", size: 10))
        try await test.create(test.new("A", size: 20))
        try await test.create(test.new("B", type: .resume, size: 5))
        try await test.create(test.new("C", owner: "u2", type: .resume, size: 7))
        _ = try await test.store.share(a.id, with: ["mit", "duke"])
        #expect(
            try await test.store.statistics(owner: nil)
                == DocumentStatistics(total: 3, shared: 1, mostCommonType: .resume, storageBytes: 42))
        #expect(
            try await test.store.statistics(owner: "u1")
                == DocumentStatistics(total: 2, shared: 1, mostCommonType: .highlightVideo, storageBytes: 35))
        try await test.store.trash(test.store.versions(ofSeriesOf: a.id)[0].id)
        #expect(
            try await test.store.statistics(owner: "u1")
                == DocumentStatistics(total: 1, shared: 0, mostCommonType: .resume, storageBytes: 35))
        _ = try await test.store.deleteVersion(a.id)
        #expect(try await test.store.statistics(owner: nil).storageBytes == 32)
        #expect(
            try await test.store.statistics(owner: "nobody")
                == DocumentStatistics(total: 0, shared: 0, mostCommonType: nil, storageBytes: 0))
    }

    @Test("schools are added all or none, listed by id, and renamed on demand")
    func schools() async throws {
        let test = try await TestStore(schools: [])
        let all = try ["b", "a", "c"].map { try School(id: $0, name: "School \($0)") }
        try await test.store.addSchools(all, replacing: false)
        let error = await #expect(throws: CatalogError.self) {
            try await test.store.addSchools([School(id: "d", name: "D"), all[0]], replacing: false)
        }
        #expect(error?.message == "There is a school `b` already.")
        try await test.store.addSchools([School(id: "b", name: "Renamed")], replacing: true)
        let first = try await test.store.schools(limit: 2, after: nil)
        #expect(first.items.map(\.name) == ["School a", "Renamed"])
        let second = try await test.store.schools(limit: 2, after: first.next)
        #expect(second.items.map(\.id) == ["c"] && second.next == nil)
    }
}
