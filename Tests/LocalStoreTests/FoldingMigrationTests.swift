import CompassTesting
import Documents
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

/// Version 101 of the schema: words and names are compared folded.
@Suite struct FoldingMigrationTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// A database of version 100, with documents as its program wrote them.
    private func former(_ titles: [String]) throws -> Path {
        let path = folder.file("compass.db")
        let connection = try Connection(path)
        try Migrator(migrations: [.baseline], path: path).run(on: connection)
        for (index, title) in titles.enumerated() {
            let row = Int64(index + 1)
            try connection.execute(
                """
                INSERT INTO series (row, id, owner, type, title, title_key, created_at, updated_at)
                VALUES (?1, 's' || ?1, 'u1', 'transcript', ?2, ?3, 1, 1)
                """, [row, title, title.lowercased()])
            try connection.execute(
                """
                INSERT INTO versions (row, id, series, number, is_current, object_key, file_url, name, mime_type, size, sha256,
                    run, created_at)
                VALUES (?1, 'v' || ?1, ?1, 1, 1, 'u1/' || ?1, 'file:///' || ?1, 'a', 'text/plain', 1, 'x', 'r' || ?1, 1)
                """, [row])
            try connection.execute(
                """
                INSERT INTO listing (row, age, series, trashed, owner, type, title, title_key, description, shares, facets)
                VALUES (?1, -?1, ?1, 0, 'u1', 'transcript', ?2, ?3, 'für 高校', 0, ?4)
                """,
                [
                    row, title, title.lowercased(),
                    [Facet.owner("u1"), .type(.transcript), .shares(0)].map(\.word).joined(separator: " "),
                ])
        }
        try connection.script("INSERT INTO search (search) VALUES ('rebuild')")
        return path
    }

    @Test("a database of version 100 has its names and words folded, and all else as it was")
    func folded() async throws {
        let path = try former(["Zeugnis", "Łukasz Żółć", "Clip 10", "Clip 9", "成績証明書 2026年", "Straße", "İSTANBUL"])
        // A copy, the database being as it was.
        try await look(at: try await LocalStore.openReadOnly(path))
        #expect(try Connection(path).first("PRAGMA user_version") { try $0.integer(0) } == 100)
        let store = try await LocalStore.open(path)
        try await look(at: store)
        #expect(try await store.check() == [])
        // What is changed afterwards is found by its new words alone.
        _ = try await store.edit("v1", MetadataChange(title: "Ōtani"))
        var query = DocumentQuery()
        for (search, ids) in [("zeugnis", []), ("otani", ["v1"])] {
            query.search = search
            #expect(try await store.documents(query, limit: 10, after: nil).items.map(\.id) == ids, "\(search)")
        }
        #expect(try await store.check() == [])
        try await store.close()
        #expect(try DatabaseHealth.examine(path).foreignParts == [])
    }

    private func look(at store: LocalStore) async throws {
        var query = DocumentQuery()
        query.sort = .name
        #expect(
            try await store.documents(query, limit: 10, after: nil).items.map(\.title)
                == ["Clip 9", "Clip 10", "İSTANBUL", "Łukasz Żółć", "Straße", "Zeugnis", "成績証明書 2026年"])
        query = DocumentQuery()
        (query.owner, query.types, query.shared) = ("u1", [.transcript], false)
        for (search, count) in [("lukasz zolc", 1), ("strasse", 1), ("証明書", 1), ("校", 7), ("fur", 7), ("x", 0)] {
            query.search = search
            #expect(try await store.count(query, atMost: 10) == count, "\(search)")
        }
        #expect(try await store.documents(titled: "istanbul", of: nil, trashed: false, limit: 10).map(\.id) == ["v7"])
        #expect(try await store.statistics(owner: "u1").total == 7)
    }
}
