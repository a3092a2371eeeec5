import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import LocalStore

@Suite struct VersionListTests {
    private func all(
        _ query: VersionQuery, in test: TestStore, limit: Int = 3, between: () async throws -> Void = {}
    ) async throws -> [DocumentVersion] {
        var items: [DocumentVersion] = []
        var cursor: String?
        repeat {
            let page = try await test.store.versions(query, limit: limit, after: cursor)
            #expect(page.items.count <= limit)
            items += page.items
            cursor = page.next
            try await between()
        } while cursor != nil
        return items
    }

    /// Forty versions of twelve documents, some shared, some in the trash.
    private func filled() async throws -> (TestStore, [DocumentVersion]) {
        let test = try await TestStore()
        var generator = SeededRandom(seed: 7)
        var made: [DocumentVersion] = []
        for _ in 0..<40 {
            let number = Int.random(in: 0..<12, using: &generator)
            made.append(
                try await test.create(
                    test.new(
                        "T\(number)", owner: number % 2 == 0 ? "u1" : "u2",
                        type: [.transcript, .resume, .highlightVideo][number % 3],
                        school: number % 5 == 0 ? "duke" : nil)))
        }
        for version in made.shuffled(using: &generator).prefix(8) {
            _ = try await test.store.share(
                version.id, with: [["ucla", "mit"].randomElement(using: &generator) ?? "mit"])
        }
        for version in made.shuffled(using: &generator).prefix(6) {
            let now = try await test.store.version(version.id)
            if now.trashedAt == nil { try await test.store.trash(version.id) }
        }
        var current: [DocumentVersion] = []
        for version in made { current.append(try await test.store.version(version.id)) }
        return (test, current)
    }

    private func matches(_ version: DocumentVersion, _ query: VersionQuery, _ all: [DocumentVersion]) -> Bool {
        if version.trashedAt != nil { return false }
        if !query.types.isEmpty, !query.types.contains(version.type) { return false }
        if let owner = query.owner, version.owner != owner { return false }
        if let school = query.school, version.school != school, !version.sharedWith.contains(school) { return false }
        if let shared = query.shared, version.sharedWith.isEmpty == shared { return false }
        if let time = query.madeBefore, version.createdAt >= time { return false }
        if let time = query.madeSince, version.createdAt < time { return false }
        if let current = query.current, version.isCurrent != current { return false }
        if let beyond = query.beyond {
            let newer = all.filter {
                $0.series == version.series && $0.number > version.number && $0.trashedAt == nil
            }
            if newer.count < beyond { return false }
        }
        return true
    }

    @Test("every combination of conditions finds what looking at each version finds, in order, on pages of any size")
    func oracle() async throws {
        let (test, versions) = try await filled()
        var generator = SeededRandom(seed: 11)
        var hits = 0
        for _ in 0..<300 {
            var query = VersionQuery()
            if Bool.random(using: &generator) { query.types = [.transcript, .resume] }
            if Bool.random(using: &generator) { query.owner = Bool.random(using: &generator) ? "u1" : "u2" }
            query.school = [nil, nil, "duke", "ucla"].randomElement(using: &generator) ?? nil
            query.shared = [nil, nil, true, false].randomElement(using: &generator) ?? nil
            query.current = [nil, true, false].randomElement(using: &generator) ?? nil
            query.beyond = [nil, nil, 1, 2, 3].randomElement(using: &generator) ?? nil
            if Bool.random(using: &generator) {
                query.madeBefore = versions.randomElement(using: &generator)?.createdAt
            }
            if Bool.random(using: &generator) { query.madeSince = versions.randomElement(using: &generator)?.createdAt }
            let found = try await all(query, in: test, limit: Int.random(in: 1...9, using: &generator))
            let expected = versions.filter { matches($0, query, versions) }
            #expect(found.map(\.id) == expected.map(\.id), "\(query)")
            hits += found.count
        }
        #expect(hits > 300)
    }

    @Test("what is added, trashed or erased between two pages moves nothing, and what is added is not listed")
    func stability() async throws {
        let test = try await TestStore()
        var made: [DocumentVersion] = []
        for number in 0..<20 { made.append(try await test.create(test.new("T\(number)"))) }
        var added = 0
        let found = try await all(VersionQuery(), in: test, limit: 2) {
            added += 1
            try await test.create(test.new("New \(added)"))
            // Behind the cursor, and before it.
            if added < 5 { try await test.store.trash(made[added].id) }
            if added == 2 { _ = try await test.store.deleteDocument(of: made[15].id, expecting: nil) }
        }
        let gone: Set = [made[15].id, made[4].id]
        #expect(added > 5)
        #expect(Set(found.map(\.id)).isSuperset(of: made.filter { !gone.contains($0.id) }.map(\.id)))
        #expect(Set(found.map(\.id)).count == found.count)
        #expect(found.allSatisfy { !$0.title.hasPrefix("New") })
        #expect(!found.contains { $0.id == made[15].id })
    }

    @Test("a cursor of another query is refused")
    func cursors() async throws {
        let test = try await TestStore()
        for number in 0..<3 { try await test.create(test.new("T\(number)")) }
        let cursor = try #require(try await test.store.versions(VersionQuery(), limit: 1, after: nil).next)
        var other = VersionQuery()
        other.current = true
        await #expect(throws: CatalogError.self) {
            try await test.store.versions(other, limit: 1, after: cursor)
        }
    }

    @Test("schools are listed with what was shared with them in a time and still is")
    func shares() async throws {
        let test = try await TestStore()
        let versions = [
            try await test.create(test.new("A")), try await test.create(test.new("B")),
            try await test.create(test.new("C")),
        ]
        let start = test.store.now()
        _ = try await test.store.share(versions[2].id, with: ["ucla"])
        _ = try await test.store.share(versions[0].id, with: ["ucla", "mit"])
        let middle = test.store.now()
        _ = try await test.store.share(versions[1].id, with: ["ucla", "duke"])
        _ = try await test.store.unshare(versions[1].id, with: ["duke"])
        let end = test.store.now()

        let first = try await test.store.schools(
            sharedWith: SharePeriod(since: start, until: end), limit: 1, after: nil)
        #expect(first.items.map(\.id) == ["mit"])
        let second = try await test.store.schools(
            sharedWith: SharePeriod(since: start, until: end), limit: 1, after: first.next)
        #expect(second.items.map(\.id) == ["ucla"])
        #expect(second.next == nil)
        #expect(
            try await test.store.schools(
                sharedWith: SharePeriod(since: middle, until: end), limit: 9, after: nil
            ).items.map(\.id) == ["ucla"])
        let all = try await test.store.shares(with: "ucla", in: SharePeriod(since: start, until: end), limit: 2)
        #expect(all.count == 3)
        #expect(all.items.map(\.version.title) == ["C", "A"])
        #expect(all.items[0].sharedAt <= all.items[1].sharedAt)
        let early = try await test.store.shares(with: "ucla", in: SharePeriod(since: start, until: middle), limit: 9)
        #expect(early.items.map(\.version.title) == ["C", "A"])
    }

    @Test("of two spans that meet, what happened at that very moment is in the later one")
    func halfOpen() async throws {
        let test = try await TestStore()
        let version = try await test.create(test.new("A"))
        _ = try await test.store.share(version.id, with: ["ucla"])
        let (start, end) = (Timestamp(microseconds: 0), Timestamp(microseconds: .max))
        let all = try await test.store.shares(with: "ucla", in: SharePeriod(since: start, until: end), limit: 9)
        let moment = try #require(all.items.first?.sharedAt)
        for (period, count) in [
            (SharePeriod(since: start, until: moment), 0), (SharePeriod(since: moment, until: end), 1),
        ] {
            #expect(try await test.store.shares(with: "ucla", in: period, limit: 9).count == count)
            #expect(try await test.store.shares(with: "ucla", in: period, limit: 9).items.count == count)
            #expect(try await test.store.schools(sharedWith: period, limit: 9, after: nil).items.count == count)
        }
        var (early, late) = (VersionQuery(), VersionQuery())
        (early.madeBefore, late.madeSince) = (version.createdAt, version.createdAt)
        #expect(try await test.store.versions(early, limit: 9, after: nil).items.isEmpty)
        #expect(try await test.store.versions(late, limit: 9, after: nil).items.count == 1)
    }

    @Test("what comes out of the trash again is what it was, shares and their times included")
    func untrash() async throws {
        let test = try await TestStore()
        _ = try await test.create(test.new("A"))
        let current = try await test.create(test.new("A"))
        let shared = try await test.store.share(current.id, with: ["ucla", "mit"])
        let period = SharePeriod(since: Timestamp(microseconds: 0), until: Timestamp(microseconds: .max))
        let before = try await test.store.shares(with: "ucla", in: period, limit: 9)
        let ended = try await test.transact { try $0.catalog.trash(current.id) }
        #expect(ended.map(\.school) == ["ucla", "mit"])
        #expect(try await test.store.version(current.id).sharedWith == [])
        for _ in 1...2 {
            try await test.transact { try $0.catalog.untrash(current.id, shares: ended) }
            let again = try await test.store.version(current.id)
            #expect(again.trashedAt == nil)
            #expect(again.sharedWith == shared.sharedWith)
        }
        let after = try await test.store.shares(with: "ucla", in: period, limit: 9)
        #expect(after.items.map(\.sharedAt) == before.items.map(\.sharedAt))
    }

    @Test("a former version comes out of the trash as a former one")
    func untrashFormer() async throws {
        let test = try await TestStore()
        let former = try await test.create(test.new("A"))
        let current = try await test.create(test.new("A"))
        let ended = try await test.transact { try $0.catalog.trash(former.id) }
        #expect(ended == [])
        try await test.transact { try $0.catalog.untrash(former.id, shares: ended) }
        #expect(try await test.store.version(former.id).trashedAt == nil)
        #expect(try await test.store.version(former.id).isCurrent == false)
        #expect(try await test.store.version(current.id).isCurrent)
        _ = try await test.store.deleteDocument(of: current.id, expecting: nil)
        try await test.transact { try $0.catalog.untrash(former.id, shares: []) }
    }

    @Test("a document whose place was taken meanwhile stays in the trash")
    func untrashTaken() async throws {
        let test = try await TestStore()
        let first = try await test.create(test.new("A"))
        let ended = try await test.transact { try $0.catalog.trash(first.id) }
        try await test.create(test.new("A"))
        await #expect {
            try await test.transact { try $0.catalog.untrash(first.id, shares: ended) }
        } throws: { ($0 as? CatalogError)?.kind == .titleTaken }
        #expect(try await test.store.version(first.id).trashedAt != nil)
    }
}
