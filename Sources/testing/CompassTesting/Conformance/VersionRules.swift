internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Lists of versions and of shares, which batches run over.
    static let versions: [StoreRule] = [
        StoreRule(
            "every combination of conditions finds what looking at each version finds, in order, on pages of any size"
        ) { test in
            let versions = try await fill(test)
            var generator = SeededRandom(seed: 11)
            var hits = 0
            for _ in 0..<(Nightly.isOn ? 300 : 100) {
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
                if Bool.random(using: &generator) {
                    query.madeSince = versions.randomElement(using: &generator)?.createdAt
                }
                let found = try await all(query, in: test, limit: Int.random(in: 1...9, using: &generator))
                let expected = versions.filter { matches($0, query, versions) }
                try expect(found.map(\.id), is: expected.map(\.id), "\(query)")
                hits += found.count
            }
            try expect(hits > (Nightly.isOn ? 300 : 100))
        },
        StoreRule("what a transaction says of a document that it has made is what is there afterwards, in lists too") {
            test in
            var generator = SeededRandom(seed: 21)
            for round in 0..<(Nightly.isOn ? 60 : 15) {
                let first = test.new(
                    "T\(round)", description: [nil, "", "Two\nlines"].randomElement(using: &generator) ?? nil,
                    school: [nil, "", "duke"].randomElement(using: &generator) ?? nil)
                let second = test.new("T\(round)")
                let steps = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    Int.random(in: 0...4, using: &generator)
                }
                let schools = (0..<4).map { _ in
                    ["duke", "mit", "stanford", "ucla"].shuffled(using: &generator).prefix(2).map { $0 }
                }
                let said = try await test.transact { transaction -> [String: DocumentVersion?] in
                    let catalog = transaction.catalog
                    var ids = [try catalog.createVersion(first).id]
                    for (index, step) in steps.enumerated() {
                        let id = ids[0]
                        switch step {
                        case 0, 1: _ = try catalog.share(id, with: schools[index], run: first.run)
                        case 2: try catalog.untrash(id, shares: catalog.trash(id))
                        case 3 where ids.count < 2: ids.append(try catalog.createVersion(second).id)
                        default: try catalog.retractShares(ofRun: first.run)
                        }
                    }
                    if round.isMultiple(of: 7) { try catalog.retractVersion(ofRun: first.run) }
                    return Dictionary(uniqueKeysWithValues: ids.map { ($0, try? catalog.version($0)) })
                }
                var current: [DocumentVersion] = []
                for (id, version) in said {
                    let read = try? await test.store.version(id)
                    try expect(version, is: read, "\(steps)")
                    if let read, read.isCurrent { current.append(read) }
                }
                try await expect(
                    test.all(DocumentQuery(), limit: 100).filter { $0.title == "T\(round)" }, is: current, "\(steps)")
                var search = DocumentQuery()
                search.search = "T\(round)"
                try await expect(test.all(search, limit: 100).filter { $0.title == "T\(round)" }, is: current)
            }
        },
        StoreRule("what is added, trashed or erased between two pages moves nothing, and what is added is not listed") {
            test in
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
            try expect(added > 5)
            try expect(Set(found.map(\.id)).isSuperset(of: made.filter { !gone.contains($0.id) }.map(\.id)))
            try expect(Set(found.map(\.id)).count, is: found.count)
            try expect(found.allSatisfy { !$0.title.hasPrefix("New") })
            try expect(!found.contains { $0.id == made[15].id })
        },
        StoreRule("a cursor of another query is refused") { test in
            for number in 0..<3 { try await test.create(test.new("T\(number)")) }
            let cursor = try require(try await test.store.versions(VersionQuery(), limit: 1, after: nil).next)
            var other = VersionQuery()
            other.current = true
            try await expectError(CatalogError.self) {
                try await test.store.versions(other, limit: 1, after: cursor)
            }
        },
        StoreRule("schools are listed with what was shared with them in a time and still is") { test in
            let versions = [
                try await test.create(test.new("A")), try await test.create(test.new("B")),
                try await test.create(test.new("C")),
            ]
            let start = test.clock.now()
            _ = try await test.store.share(versions[2].id, with: ["ucla"])
            _ = try await test.store.share(versions[0].id, with: ["ucla", "mit"])
            let middle = test.clock.now()
            _ = try await test.store.share(versions[1].id, with: ["ucla", "duke"])
            _ = try await test.store.unshare(versions[1].id, with: ["duke"])
            let end = test.clock.now()

            let first = try await test.store.schools(
                sharedWith: SharePeriod(since: start, until: end), limit: 1, after: nil)
            try expect(first.items.map(\.id), is: ["mit"])
            let second = try await test.store.schools(
                sharedWith: SharePeriod(since: start, until: end), limit: 1, after: first.next)
            try expect(second.items.map(\.id), is: ["ucla"])
            try expect(second.next, is: nil)
            try await expect(
                test.store.schools(
                    sharedWith: SharePeriod(since: middle, until: end), limit: 9, after: nil
                ).items.map(\.id), is: ["ucla"])
            let all = try await test.store.shares(with: "ucla", in: SharePeriod(since: start, until: end), limit: 2)
            try expect(all.count, is: 3)
            try expect(all.items.map(\.version.title), is: ["C", "A"])
            try expect(all.items[0].sharedAt <= all.items[1].sharedAt)
            let early = try await test.store.shares(
                with: "ucla", in: SharePeriod(since: start, until: middle), limit: 9)
            try expect(early.items.map(\.version.title), is: ["C", "A"])
        },
        StoreRule("of two spans that meet, what happened at that very moment is in the later one") { test in
            let version = try await test.create(test.new("A"))
            _ = try await test.store.share(version.id, with: ["ucla"])
            let (start, end) = (Timestamp(microseconds: 0), Timestamp(microseconds: .max))
            let all = try await test.store.shares(with: "ucla", in: SharePeriod(since: start, until: end), limit: 9)
            let moment = try require(all.items.first?.sharedAt)
            for (period, count) in [
                (SharePeriod(since: start, until: moment), 0), (SharePeriod(since: moment, until: end), 1),
            ] {
                try await expect(test.store.shares(with: "ucla", in: period, limit: 9).count, is: count)
                try await expect(test.store.shares(with: "ucla", in: period, limit: 9).items.count, is: count)
                try await expect(test.store.schools(sharedWith: period, limit: 9, after: nil).items.count, is: count)
            }
            var (early, late) = (VersionQuery(), VersionQuery())
            (early.madeBefore, late.madeSince) = (version.createdAt, version.createdAt)
            try await expect(test.store.versions(early, limit: 9, after: nil).items.isEmpty)
            try await expect(test.store.versions(late, limit: 9, after: nil).items.count, is: 1)
        },
        StoreRule("what comes out of the trash again is what it was, shares and their times included") { test in
            _ = try await test.create(test.new("A"))
            let current = try await test.create(test.new("A"))
            let shared = try await test.store.share(current.id, with: ["ucla", "mit"])
            let period = SharePeriod(since: Timestamp(microseconds: 0), until: Timestamp(microseconds: .max))
            let before = try await test.store.shares(with: "ucla", in: period, limit: 9)
            let ended = try await test.transact { try $0.catalog.trash(current.id) }
            try expect(ended.map(\.school), is: ["ucla", "mit"])
            try await expect(test.store.version(current.id).sharedWith, is: [])
            for _ in 1...2 {
                try await test.transact { try $0.catalog.untrash(current.id, shares: ended) }
                let again = try await test.store.version(current.id)
                try expect(again.trashedAt, is: nil)
                try expect(again.sharedWith, is: shared.sharedWith)
            }
            let after = try await test.store.shares(with: "ucla", in: period, limit: 9)
            try expect(after.items.map(\.sharedAt), is: before.items.map(\.sharedAt))
        },
        StoreRule("a share keeps who made it, also through the trash") { test in
            let version = try await test.create(test.new("A"))
            _ = try await test.store.share(version.id, with: ["ucla"], by: "maria")
            _ = try await test.store.share(version.id, with: ["ucla", "mit"], by: "ines")
            _ = try await test.transact { try $0.catalog.share(version.id, with: ["duke"], run: "r") }
            let shares = try await test.store.shares(of: version.id)
            try expect(shares.map(\.by), is: ["maria", "ines", nil])
            try expect(shares.map(\.run), is: [nil, nil, "r"])
            try await test.store.trash(version.id)
            try await expect(test.store.endedShares(of: version.id), is: shares)
            _ = try await test.store.restore(version.id, withShares: true)
            try await expect(test.store.shares(of: version.id), is: shares)
        },
        StoreRule("of earlier versions with the same bytes the one that was current before counts, or else the newest")
        {
            test in
            let first = try await test.create(test.new("A"))
            try await expect(test.store.sameBytes(as: first.id), is: nil)
            let other = try await test.create(test.new("A", size: 7))
            try await expect(test.store.sameBytes(as: other.id), is: nil)
            let third = try await test.create(test.new("A"))
            try await expect(test.store.sameBytes(as: third.id), is: 1)
            try await expect(test.store.sameBytes(as: test.create(test.new("A")).id), is: 3)
            _ = try await test.store.restore(first.id)
            try await expect(test.store.sameBytes(as: test.create(test.new("A")).id), is: 1)
            try await expect(test.store.sameBytes(as: test.create(test.new("B")).id), is: nil)
        },
        StoreRule("a former version comes out of the trash as a former one") { test in
            let former = try await test.create(test.new("A"))
            let current = try await test.create(test.new("A"))
            let ended = try await test.transact { try $0.catalog.trash(former.id) }
            try expect(ended, is: [])
            try await test.transact { try $0.catalog.untrash(former.id, shares: ended) }
            try await expect(test.store.version(former.id).trashedAt, is: nil)
            try await expect(test.store.version(former.id).isCurrent, is: false)
            try await expect(test.store.version(current.id).isCurrent)
            _ = try await test.store.deleteDocument(of: current.id, expecting: nil)
            try await test.transact { try $0.catalog.untrash(former.id, shares: []) }
        },
        StoreRule("a document whose place was taken meanwhile stays in the trash") { test in
            let first = try await test.create(test.new("A"))
            let ended = try await test.transact { try $0.catalog.trash(first.id) }
            try await test.create(test.new("A"))
            let taken = try await expectError(CatalogError.self) {
                try await test.transact { try $0.catalog.untrash(first.id, shares: ended) }
            }
            try expect(taken.kind, is: .titleTaken)
            try await expect(test.store.version(first.id).trashedAt != nil)
        },
    ]
}

private func all(
    _ query: VersionQuery, in test: StoreBench, limit: Int = 3, between: () async throws -> Void = {}
) async throws -> [DocumentVersion] {
    try await pages { cursor in
        let page = try await test.store.versions(query, limit: limit, after: cursor)
        try expect(page.items.count <= limit)
        try await between()
        return page
    }
}

/// Forty versions of twelve documents, some shared, some in the trash.
private func fill(_ test: StoreBench) async throws -> [DocumentVersion] {
    var generator = SeededRandom(seed: 7)
    var made: [DocumentVersion] = []
    for _ in 0..<40 {
        let number = Int.random(in: 0..<12, using: &generator)
        made.append(
            try await test.create(
                test.new(
                    "T\(number)", owner: number % 2 == 0 ? "u1" : "u2",
                    type: [.transcript, .resume, .highlightVideo][number % 3], school: number % 5 == 0 ? "duke" : nil)))
    }
    for version in made.shuffled(using: &generator).prefix(8) {
        _ = try await test.store.share(version.id, with: [["ucla", "mit"].randomElement(using: &generator) ?? "mit"])
    }
    for version in made.shuffled(using: &generator).prefix(6) {
        let now = try await test.store.version(version.id)
        if now.trashedAt == nil { try await test.store.trash(version.id) }
    }
    var current: [DocumentVersion] = []
    for version in made { current.append(try await test.store.version(version.id)) }
    return current
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
