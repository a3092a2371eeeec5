@testable import CompassTesting
import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct ListTests {
    @Test("by name, every way of finding a page gives what sorting the found gives")
    func waysByName() async throws {
        let database = try LocalDatabase()
        let bench = try await StoreBench(database)
        _ = try await bench.fill(seed: 9, count: 200)
        let connection = try Connection(database.path, mode: .read)
        var random = SeededRandom(seed: 5)
        var given = 0
        for _ in 0..<(Nightly.isOn ? 400 : 100) {
            var query = DocumentQuery.random(&random)
            query.sort = .name
            let list = try DocumentList(query, connection: connection)
            guard let expression = list.expression, list.isTested else { continue }
            let cursor = Bool.random(using: &random) ? ListCursor(row: 50, title: "junior") : nil
            let limit = [1, 3, 20].randomElement(using: &random) ?? 1
            let sorted = try list.sorted(expression, limit: limit, after: cursor)
            #expect(try list.walked(limit: limit, after: cursor) == sorted, "\(query)")
            if !expression.words.isEmpty {
                #expect(
                    try list.walkedWhereTitlesBegin(expression, limit: limit, after: cursor) == sorted, "\(query)")
            }
            let few = try #require(try list.few(expression))
            #expect(try list.sorted(few, limit: limit, after: cursor) == sorted, "\(query)")
            // A walk that is given up says so; one that is not is right.
            if let page = try list.walked(limit: limit, after: cursor, budget: 12) {
                #expect(page == sorted, "\(query)")
                given += 1
            }
        }
        #expect(given > 0)
        try await bench.end()
    }

    @Test("page by page, many documents come in the order in which few are sorted, each once")
    func manyByTypeAndShares() async throws {
        let database = try LocalDatabase()
        let bench = try await StoreBench(database)
        _ = try await bench.fill(seed: 11, count: 200)
        let connection = try Connection(database.path, mode: .read)
        var random = SeededRandom(seed: Nightly.seed)
        for round in 0..<(Nightly.isOn ? 400 : 60) {
            var query = DocumentQuery.random(&random)
            query.sort = round.isMultiple(of: 2) ? .shares : .type
            var list = try DocumentList(query, connection: connection)
            let all = try list.page(limit: 1_000, after: nil)
            list.fewEnoughToSort = [1, 4, 15].randomElement(using: &random) ?? 1
            let limit = [1, 3, 20].randomElement(using: &random) ?? 1
            var pages: [ListCursor] = []
            while true {
                let page = try list.page(limit: limit, after: pages.last)
                pages += page
                if page.count < limit || pages.count > all.count { break }
            }
            #expect(pages == all, "\(query), \(limit) at a time, \(list.fewEnoughToSort) are few")
        }
        try await bench.end()
    }

    @Test(
        "a forged cursor with the smallest number, which cannot be negated, is refused",
        arguments: [ListCursor(row: .min), ListCursor(row: 1, group: .min)])
    func forgedCursor(cursor: ListCursor) {
        let error = #expect(throws: CatalogError.self) {
            try ListCursor(text: cursor.text(scope: "documents"), scope: "documents")
        }
        #expect(error?.kind == .invalidCursor)
    }

    @Test("marks are part of words, and what stands for a filter is none of a user's words")
    func marksAndFilters() async throws {
        let test = try await TestStore()
        let hindi = try await test.create(test.new("किताब"))
        let private_ = try await test.create(test.new("\u{E000}x \u{E000}h"))
        var query = DocumentQuery()
        for (search, ids) in [
            ("किताब", [hindi.id]), ("किता", [hindi.id]), ("क", [hindi.id]), ("ताब", []), ("\u{E000}x", [private_.id]),
            ("\u{E000}", [private_.id]), ("\u{E000}c0", []), ("\u{E000}n", []), ("\u{E000}h", [private_.id]),
        ] {
            query.search = search
            #expect(try await test.all(query, limit: 10).map(\.id) == ids, "\(search)")
        }
        query = DocumentQuery()
        query.trashed = true
        #expect(try await test.all(query, limit: 10).isEmpty)
        (query.trashed, query.shared) = (false, true)
        #expect(try await test.all(query, limit: 10).isEmpty)
    }

    @Test("every character that may be part of a searched word is part of a word of the index")
    func wordsAreTokens() throws {
        let connection = try Connection.inMemory()
        try Migrator(migrations: Migration.all, path: Path("/x")).run(on: connection)
        for value in Nightly.sample(of: 1..<(Nightly.isOn ? 0x110000 : 0x30000)) {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let text = "a\(Character(scalar))b"
            let words = SearchWords.asked(text)
            guard words.count == 1 else { continue }
            try connection.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", [Int64(value), words[0].text])
        }
        let divided = try connection.rows("SELECT doc FROM search_words GROUP BY doc HAVING count(*) > 1 LIMIT 9") {
            try $0.integer(0)
        }
        #expect(divided == [])
    }

    @Test("hostile searches find nothing, or what they say, and never fail")
    func hostileSearches() async throws {
        let test = try await TestStore()
        let game = try await test.create(test.new("Game"))
        for search in [
            "\"", "'", "*", "game*", "\"game", "game\"\"", "game AND", "OR", "NOT game", "NEAR(game season)",
            "title:game",
            "{title} : game", "^game", "game + season", "(game", "game)", "-game", ";", "--", "\u{0}",
            "game\u{0}season",
            "%", "_", "\\", "🎥", "e\u{301}", "\u{E000}l", "facets:x", "' OR 1=1 --", "<script>", "\u{FFFD}", "\n\t",
            "．",
        ] {
            let isAll = search.allSatisfy(\.isWhitespace)
            let isHit = ["game*", "\"game", "game\"\"", "^game", "(game", "game)", "-game"].contains(search)
            var query = DocumentQuery()
            query.search = search
            for sort in DocumentQuery.Sort.allCases {
                query.sort = sort
                let found = try await test.store.documents(query, limit: 10, after: nil).items.map(\.id)
                #expect(found == (isAll || isHit ? [game.id] : []), "\(search.debugDescription)")
            }
        }
    }
}
