import Documents
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// What is left of erased documents in the files of the database.
@Suite struct ScrubTests {
    @Test("no word or free page has anything of what was erased; lists stay right")
    func nothingIsLeft() async throws {
        let test = try await TestStore()
        for number in 0..<130 { try await test.create(test.new("game \(number)")) }
        var erased: [String] = []
        for number in 0..<70 { erased.append(try await test.create(test.new("xylophone \(number)")).id) }
        for id in erased { _ = try await test.store.deleteDocument(of: id, expecting: nil) }
        try await test.store.scrub()
        var query = DocumentQuery()
        query.search = "ga"
        #expect(try await test.store.count(query, atMost: 1_000) == 130)
        query.search = "xylophone"
        #expect(try await test.store.count(query, atMost: 1_000) == 0)
        #expect(try await test.store.check() == [])
        query.search = "game"
        #expect(try await test.store.documents(query, limit: 200, after: nil).items.count == 130)
        try await test.store.close()
        for name in try Files.list(test.path.folder) {
            let bytes = try Files.read(test.path.folder.appending(name), limit: 1 << 26)
            #expect(!String(decoding: bytes, as: UTF8.self).lowercased().contains("xylo"), "\(name)")
        }
    }

    @Test("the log is not emptied while somebody reads it, which is told, and the next time does it")
    func reader() async throws {
        let test = try await TestStore()
        try await test.create(test.new("game"))
        let reader = try Connection(test.path, mode: .write)
        try reader.execute("BEGIN")
        _ = try reader.first("SELECT count(*) FROM listing") { try $0.integer(0) }
        do {
            try await test.store.scrub(timeout: .milliseconds(50))
            Issue.record("it was done")
        } catch {
            #expect("\(error)".contains("cannot be emptied, as another process reads from it all the time"), "\(error)")
        }
        try reader.execute("COMMIT")
        try await test.store.scrub()
        #expect(try FileStatus.of(Path("\(test.path)-wal")).size == 0)
    }
}
