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
    @Test("by name, walking the index gives what sorting the found gives")
    func waysByName() async throws {
        let database = try LocalDatabase()
        let bench = try await StoreBench(database)
        _ = try await bench.fill(seed: 9, count: 200)
        let connection = try Connection(database.path, mode: .read)
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            var query = DocumentQuery.random(&random)
            query.sort = .name
            let list = try DocumentList(query, connection: connection)
            guard let expression = list.expression, list.isTested else { continue }
            let cursor = Bool.random(using: &random) ? ListCursor(row: 50, title: "junior") : nil
            let sorted = try list.sorted(expression, limit: 20, after: cursor)
            #expect(try list.tested(limit: 20, after: cursor, budget: 1_000_000) == sorted, "\(query)")
        }
        try await bench.end()
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
