@testable import CompassTesting
import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Synchronization
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct BlockListTests {
    private let test: TestStore
    private let clock = TestClock()
    private static let sizes = BlockSizes(small: 64, large: 256)

    init() async throws {
        test = try await TestStore(clock: clock.now)
    }

    private func store(in store: LocalStore? = nil, read: @Sendable () async throws -> Void = {}) async throws -> Bool {
        try await (store ?? test.store).storeBlock(sizes: Self.sizes, pace: WritingPace(pause: {}), read: read)
    }

    private func storeAll() async throws {
        while try await store() {}
    }

    // MARK: What is in the store

    private static let words = [
        "game", "Highlight", "highlights", "season", "saves", "résumé", "RESUME", "élan", "किताब", "2027", "goal",
    ]
    private static let owners = ["u1", "u2", "ü 3"]
    private static let schools = ["duke", "mit", "stanford", "ucla"]

    private func new(_ random: inout SeededRandom) -> NewVersion {
        let words = (0...Int.random(in: 0...2, using: &random)).map { _ in
            Self.words.randomElement(using: &random) ?? ""
        }
        return test.new(
            words.joined(separator: " ")
                + (Bool.random(using: &random) ? " \(Int.random(in: 0..<40, using: &random))" : ""),
            owner: Self.owners.randomElement(using: &random) ?? "",
            type: DocumentType.allCases.randomElement(using: &random) ?? .resume,
            description: Bool.random(using: &random) ? Self.words.randomElement(using: &random) : nil,
            school: Int.random(in: 0..<6, using: &random) == 0 ? Self.schools.randomElement(using: &random) : nil)
    }

    /// Adds, changes, trashes, restores and erases documents.
    private func change(_ count: Int, _ random: inout SeededRandom, _ ids: inout [String]) async throws {
        for _ in 0..<count {
            let id = ids.randomElement(using: &random) ?? ""
            do {
                switch Int.random(in: 0..<20, using: &random) {
                case 0...12: ids.append(try await test.create(new(&random)).id)
                case 13, 14:
                    let chosen = Self.schools.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
                    _ = try await test.store.share(id, with: Array(chosen))
                case 15: try await test.store.trash(id)
                case 16: _ = try await test.store.restore(id)
                case 17: _ = try await test.store.deleteDocument(of: id, expecting: nil)
                default:
                    let title = Self.words.randomElement(using: &random)
                    _ = try await test.store.edit(id, MetadataChange(title: title))
                }
            } catch is CatalogError {
                // What makes no sense changes nothing.
            }
        }
    }

    private func query(_ random: inout SeededRandom) -> DocumentQuery {
        var query = DocumentQuery.random(&random)
        if query.owner != nil { query.owner = Self.owners.randomElement(using: &random) }
        if Bool.random(using: &random) {
            let searches = [
                "g", "gam", "game", "highl", "HIGHLIGHT", "season game", "resume", "RÉSUMÉ", "rés", "é", "किताब", "कि",
                "game 2", "20", "saves highlight s", "none",
            ]
            query.search = searches.randomElement(using: &random)
        }
        return query
    }

    /// Holds pages of random lists against those of the indexes alone.
    ///
    /// - Returns: how many of them blocks gave.
    private func compare(_ count: Int, _ random: inout SeededRandom) throws -> Int {
        let connection = try Connection(test.path, mode: .read)
        var given = 0
        for _ in 0..<count {
            let query = query(&random)
            let list = try DocumentList(query, connection: connection)
            guard let expression = list.expression, var blocks = try BlockList(list, expression) else { continue }
            blocks.walkedFirst = [nil, 5].randomElement(using: &random) ?? nil
            given += 1
            let all = try list.page(of: expression, limit: 10_000, after: nil)
            for start in [0] + (0..<4).map({ _ in Int.random(in: 0...all.count, using: &random) }) {
                let limit = [1, 3, 10, 60].randomElement(using: &random) ?? 1
                let cursor = start == 0 ? nil : all[start - 1]
                let found = try blocks.page(limit: limit, after: cursor)
                #expect(found == Array(all[start...].prefix(limit)), "\(query), \(limit) from \(start) on")
            }
        }
        return given
    }

    private func blocks() throws -> [ListBlock] {
        try test.look { try ListBlock.stored($0) }
    }

    private func count(_ table: StaticString) throws -> Int64? {
        try test.look { try $0.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } }
    }

    // MARK: Lists

    @Test("lists of blocks are those of the indexes, whatever has changed since blocks were stored", arguments: 1...4)
    func exact(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        var ids: [String] = []
        var given = 0
        try await change(450, &random, &ids)
        for round in 0..<6 {
            try await change(Int.random(in: 1...90, using: &random), &random, &ids)
            if round % 3 == 2 { try await storeAll() } else { _ = try await store() }
            if Bool.random(using: &random) { try await change(12, &random, &ids) }
            given += try compare(60, &random)
        }
        #expect(given > 100)
        #expect(try blocks().contains { $0.rows == 256 })
        #expect(try await test.store.check() == [])
    }

    @Test("what changes while a block is stored is in lists as it is then")
    func changedMeanwhile() async throws {
        var random = SeededRandom(seed: 8)
        var ids: [String] = []
        try await change(400, &random, &ids)
        for _ in 0..<4 {
            let known = ids
            let seed = random.next()
            let isStored = try await store {
                var (random, ids) = (SeededRandom(seed: seed), known)
                try await change(40, &random, &ids)
            }
            #expect(isStored)
            #expect(try compare(80, &random) > 20)
        }
        #expect(try (count("stale_rows") ?? 0) > 0)
    }

    // MARK: Storing

    @Test("a store of few documents has no blocks, and nothing is written for them")
    func few() async throws {
        try await test.transact { transaction in
            for number in 0..<500 { _ = try transaction.catalog.createVersion(test.new("T \(number)")) }
        }
        let commits = test.store.writer.counts.commits
        #expect(try await !test.store.keepListsFast())
        #expect(test.store.writer.counts.commits == commits)
        for table in ["list_blocks", "list_coverage", "stale_rows"] as [StaticString] {
            #expect(try count(table) == 0)
        }
    }

    @Test("many documents are stored in large blocks, a few more in small ones, which become large ones")
    func sizes() async throws {
        func add(_ numbers: Range<Int>) async throws {
            try await test.transact { transaction in
                for number in numbers { _ = try transaction.catalog.createVersion(test.new("T \(number)")) }
            }
            try await storeAll()
        }
        try await add(0..<600)
        #expect(try blocks().map(\.rows) == [256, 256, 64])
        try await add(600..<750)
        #expect(try blocks().map(\.rows) == [256, 256, 64, 64, 64])
        try await add(750..<790)
        #expect(try blocks().map(\.rows) == [256, 256, 256])
        let stored = try blocks().map(\.id)
        #expect(try test.look { try $0.rows("SELECT id FROM list_blocks") { try $0.integer(0) } } == stored)
        let sets = try test.look { try $0.rows("SELECT DISTINCT key >> 32 FROM list_sets") { try $0.integer(0) } }
        #expect(sets == stored, "parts of others are gone")
    }

    @Test("a block is stored anew when too many of its rows are stale")
    func renewed() async throws {
        var ids: [String] = []
        for number in 0..<64 { ids.append(try await test.create(test.new("T \(number)")).id) }
        try await storeAll()
        let first = try #require(try blocks().first)
        try await test.store.trash(ids[3])
        #expect(try await !store(), "one of 64 is not too many")
        try await test.store.trash(ids[5])
        #expect(try await store())
        let renewed = try #require(try blocks().first)
        #expect(renewed.first == first.first && renewed.id > first.id)
        #expect(try count("stale_rows") == 0)
    }

    @Test("a block that a dead process has begun is invisible, stored by another one after a while, and removed")
    func abandoned() async throws {
        var random = SeededRandom(seed: 4)
        var ids: [String] = []
        try await change(300, &random, &ids)
        #expect(try await store())
        struct Died: Error {}
        let pauses = Atomic(0)
        await #expect(throws: Died.self) {
            _ = try await test.store.storeBlock(
                sizes: BlockSizes(small: 64, large: 4_096),
                pace: WritingPace(
                    hold: .zero, pause: { if pauses.add(1, ordering: .relaxed).newValue == 5 { throw Died() } }))
        }
        let known = try blocks()
        #expect(known.count == 1)
        let half = try #require(
            try test.look {
                try $0.first("SELECT id, first, rows FROM list_blocks WHERE state = 'storing'", ListBlock.block)
            })
        #expect(try compare(60, &random) > 10)
        #expect(try await !store(), "it may be at work")
        try await change(60, &random, &ids)
        clock.advance(by: 61)
        #expect(try await store())
        #expect(try compare(60, &random) > 10)
        // It was not dead after all.
        let now = clock.now()
        let (added, ended) = try await test.store.write { connection in
            let table = BlockTable(connection: connection)
            let part = BlockContent.Part.page(number: 0, offsets: [])
            return (try table.add([part], to: half, now: now) { true }, try table.end(half))
        }
        #expect(added == nil && !ended)
        try await storeAll()
        let keys = try test.look { try $0.rows("SELECT DISTINCT key >> 32 FROM list_sets") { try $0.integer(0) } }
        #expect(try keys == blocks().map(\.id).sorted(), "half-stored blocks are gone")
        #expect(try compare(60, &random) > 10)
    }

    @Test("two processes store each block once, and those who cannot wait write in between")
    func twoProcesses() async throws {
        var random = SeededRandom(seed: 2)
        var ids: [String] = []
        try await change(1_200, &random, &ids)
        let second = try await LocalStore.open(test.path, now: clock.now)
        // Fails at once when it finds the database locked.
        let other = try await LocalStore.open(test.path, busyTimeout: .zero)
        let pauses = Atomic(0)
        let time = Atomic(0)
        let pace = WritingPace(
            hold: .milliseconds(3), clock: { .milliseconds(time.add(1, ordering: .relaxed).newValue) },
            pause: {
                let number = pauses.add(1, ordering: .relaxed).newValue
                if number % 16 == 0 {
                    try await other.pin(definition: "other-\(number)", pipeline: "p", source: "name: p")
                }
            })
        // One has just read a block when the other one comes.
        let isTaken = Atomic(false)
        let isStored = try await test.store.storeBlock(sizes: Self.sizes, pace: pace) {
            isTaken.store(try await !self.store(in: second), ordering: .relaxed)
        }
        #expect(isStored && isTaken.load(ordering: .relaxed))
        #expect(try blocks().count == 1)
        while true {
            let bySecond = try await store(in: second)
            let byFirst = try await store()
            if !bySecond, !byFirst { break }
        }
        #expect(try blocks().map(\.first) == blocks().map(\.first).sorted())
        #expect(try Set(blocks().map(\.first)).count == blocks().count)
        #expect(pauses.load(ordering: .relaxed) > 16)
        #expect(try compare(100, &random) > 30)
        try await other.close()
        try await second.close()
    }
}
