import CompassTesting
import Documents
import Pipelines
import Platform
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct ListTests {
    private static let owners = ["u1", "u2", "ü 3"]
    private static let schools = ["duke", "mit", "stanford", "ucla"]
    private static let words = [
        "game", "Gallery", "highlight", "Highlights", "highlighter", "season", "seasons", "junior", "b-side", "2026",
        "20",
    ]

    /// A catalog in which everything that can happen to documents has happened.
    private func fill(_ test: TestStore, seed: UInt64, count: Int) async throws -> [DocumentVersion] {
        var random = SeededRandom(seed: seed)
        var ids: [String] = []
        for _ in 0..<count {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...6:
                let title = (0...Int.random(in: 0...1, using: &random))
                    .map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
                let new = test.new(
                    title, owner: Self.owners.randomElement(using: &random) ?? "",
                    type: DocumentType.allCases.randomElement(using: &random) ?? .resume,
                    description: Bool.random(using: &random) ? Self.words.randomElement(using: &random) : nil,
                    school: Int.random(in: 0..<4, using: &random) == 0
                        ? Self.schools.randomElement(using: &random) : nil)
                ids.append(try await test.create(new).id)
            case 7, 8:
                let chosen = Self.schools.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
                try await attempt {
                    _ = try await test.store.share(ids.randomElement(using: &random) ?? "", with: Array(chosen))
                }
            case 9:
                try await attempt { try await test.store.trash(ids.randomElement(using: &random) ?? "") }
            case 10:
                try await attempt { _ = try await test.store.restore(ids.randomElement(using: &random) ?? "") }
            default:
                let title = Self.words.randomElement(using: &random)
                try await attempt {
                    _ = try await test.store.edit(ids.randomElement(using: &random) ?? "", MetadataChange(title: title))
                }
            }
        }
        var all: [DocumentVersion] = []
        for id in ids { all.append(try await test.store.version(id)) }
        return all
    }

    /// What makes no sense for a document in the trash, or before there is one, is refused and so changes nothing.
    private func attempt(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch is CatalogError {}
    }

    private func randomQuery(_ random: inout SeededRandom) -> DocumentQuery {
        var query = DocumentQuery()
        query.sort = DocumentQuery.Sort.allCases.randomElement(using: &random) ?? .newest
        query.trashed = Int.random(in: 0..<4, using: &random) == 0
        if Bool.random(using: &random) {
            query.types = Array(
                DocumentType.allCases.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { query.school = Self.schools.randomElement(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { query.shared = Bool.random(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { query.owner = Self.owners.randomElement(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let searches =
                Self.words + [
                    "ga", "2", "highl", "HIGHLIGHT", "highlights", "game highlight", "season game", "game sea",
                    "SEASON", "side b", "!!", "  ", "none",
                ]
            query.search = searches.randomElement(using: &random)
        }
        return query
    }

    @Test(
        "all pages of any query, joined, are what filtering and sorting everything gives",
        arguments: [1, 2, 3] as [UInt64])
    func againstOracle(seed: UInt64) async throws {
        let test = try await TestStore()
        let all = try await fill(test, seed: seed, count: 300)
        var random = SeededRandom(seed: seed &* 77)
        for _ in 0..<300 {
            let query = randomQuery(&random)
            let limit = [1, 3, 7, 50].randomElement(using: &random) ?? 1
            let expected = ListOracle.list(all, query)
            #expect(try await test.all(query, limit: limit).map(\.id) == expected, "\(query), \(limit) a page")
        }
        let current = ListOracle.list(all, DocumentQuery())
        #expect(try await test.store.statistics(owner: nil).total == current.count)
        #expect(try await test.store.check() == [])
    }

    @Test("by name, walking the index gives what sorting the found gives")
    func waysByName() async throws {
        let test = try await TestStore()
        _ = try await fill(test, seed: 9, count: 200)
        let connection = try Connection(test.path, mode: .read)
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            var query = randomQuery(&random)
            query.sort = .name
            let list = try DocumentList(query, connection: connection)
            guard let expression = list.expression, list.isTested else { continue }
            let cursor = Bool.random(using: &random) ? ListCursor(row: 50, title: "junior") : nil
            let sorted = try list.sorted(expression, limit: 20, after: cursor)
            #expect(try list.tested(limit: 20, after: cursor, budget: 1_000_000) == sorted, "\(query)")
        }
    }

    @Test(
        "hostile searches find nothing, or what they say, and never fail",
        arguments: [
            "\"", "'", "*", "game*", "\"game", "game\"\"", "game AND", "OR", "NOT game", "NEAR(game season)",
            "title:game",
            "{title} : game", "^game", "game + season", "(game", "game)", "-game", ";", "--", "\u{0}",
            "game\u{0}season",
            "%", "_", "\\", "🎥", "e\u{301}", "\u{E000}l", "facets:x", "' OR 1=1 --", "<script>", "\u{FFFD}", "\n\t",
            "．",
        ])
    func hostileSearches(search: String) async throws {
        let test = try await TestStore()
        let game = try await test.create(test.new("Game"))
        var query = DocumentQuery()
        for sort in DocumentQuery.Sort.allCases {
            query.sort = sort
            query.search = search
            let found = try await test.store.documents(query, limit: 10, after: nil).items.map(\.id)
            let isHit = ["*", "game*", "\"game", "game\"\"", "title:game"].contains(search) && search != "*"
            let isAll = search.allSatisfy(\.isWhitespace)
            if isAll || (isHit && search != "title:game") || ["^game", "(game", "game)", "-game"].contains(search) {
                #expect(found == [game.id])
            } else {
                #expect(found == [])
            }
        }
    }

    @Test("a search of any bytes never fails")
    func fuzzedSearches() async throws {
        let test = try await TestStore()
        try await test.create(test.new("Game"))
        var random = SeededRandom(seed: 42)
        for _ in 0..<500 {
            var query = DocumentQuery()
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            query.search = String(decoding: bytes, as: UTF8.self)
            _ = try await test.store.documents(query, limit: 10, after: nil)
        }
        var query = DocumentQuery()
        query.search = String(repeating: "game ", count: 100_000)
        #expect(try await test.store.documents(query, limit: 10, after: nil).items.count == 1)
    }

    @Test("a beginning of a hundred words finds them all, longer than the index of beginnings or not")
    func manyWords() async throws {
        let test = try await TestStore()
        for number in 0..<100 { try await test.create(test.new("prefix\(number) x")) }
        var query = DocumentQuery()
        for (search, count) in [("pre", 100), ("prefi", 100), ("prefix1", 11), ("x prefix99", 1), ("prefix100", 0)] {
            query.search = search
            #expect(try await test.all(query, limit: 30).count == count, "\(search)")
        }
    }

    @Test("accents do not matter to a search")
    func accents() async throws {
        let test = try await TestStore()
        let resume = try await test.create(test.new("Résumé für José", type: .resume))
        for search in ["resume", "RÉSUMÉ", "jose fur", "re\u{301}s"] {
            var query = DocumentQuery()
            query.search = search
            #expect(try await test.all(query, limit: 10).map(\.id) == [resume.id], "\(search)")
        }
    }

    @Test("a cursor of another query, or a damaged one, is an error")
    func cursors() async throws {
        let test = try await TestStore()
        for number in 0..<5 { try await test.create(test.new("T\(number)")) }
        let cursor = try #require(try await test.store.documents(DocumentQuery(), limit: 2, after: nil).next)
        var other = DocumentQuery()
        other.sort = .oldest
        var bad: [(DocumentQuery, String)] = [
            (other, cursor), (DocumentQuery(), ""), (DocumentQuery(), "x"), (DocumentQuery(), cursor + "A"),
            (DocumentQuery(), String(cursor.dropLast())), (DocumentQuery(), "é"),
        ]
        for index in cursor.indices {
            var damaged = cursor
            damaged.replaceSubrange(index...index, with: cursor[index] == "A" ? "B" : "A")
            bad.append((DocumentQuery(), damaged))
        }
        for (query, cursor) in bad {
            let error = await #expect(throws: CatalogError.self) {
                try await test.store.documents(query, limit: 2, after: cursor)
            }
            #expect(error?.kind == .invalidCursor, "\(cursor)")
        }
        let runs = await #expect(throws: CatalogError.self) {
            try await test.store.runs(RunQuery(), limit: 2, after: cursor)
        }
        #expect(runs?.kind == .invalidCursor)
    }

    @Test("bytes survive base 64, and a text that is none is refused")
    func base64() {
        var random = SeededRandom(seed: 3)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        #expect(Base64URL.encode(Array("fo?".utf8)) == "Zm8_")
        for text in ["A", "AB=", "A+", "Zm8/", "AB"] { #expect(Base64URL.decode(text) == nil || text == "AA") }
    }
}
