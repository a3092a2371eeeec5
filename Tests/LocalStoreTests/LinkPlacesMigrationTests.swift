import CompassTesting
import Documents
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

/// Version 104 of the schema: a link knows how many documents it was made to show.
@Suite struct LinkPlacesMigrationTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// A database of version 103 with a link to three documents, of which the second was erased, and one that has none left.
    private func former() throws -> Path {
        let path = folder.file("compass.db")
        let connection = try Connection(path)
        try Migrator(migrations: [.baseline], path: path).run(on: connection)
        try connection.script(
            """
            INSERT INTO series (row, id, owner, type, title, title_key, created_at, updated_at) VALUES
                (1, 's1', 'u1', 'transcript', 'A', 'a', 1, 1), (3, 's3', 'u1', 'transcript', 'C', 'c', 1, 1);
            INSERT INTO links (row, id, owner, made_by, created_at, expires_at) VALUES
                (1, 'some', 'u1', 'u1', 1, 2), (2, 'none', 'u1', 'u1', 1, 2);
            INSERT INTO link_documents (link, position, series) VALUES (1, 0, 1), (1, 2, 3);
            """)
        try Migrator(migrations: Migration.all.filter { $0.version < 104 }, path: path).run(on: connection)
        return path
    }

    @Test("a link of version 103 has as many places as its last document says, and keeps them when that is erased")
    func places() async throws {
        let path = try former()
        let store = try await LocalStore.open(path)
        let some = try #require(try await store.link("some", owner: nil))
        #expect(some.documents == ["s1", "s3"] && some.places == 3)
        #expect(try await store.link("none", owner: nil)?.places == 0)
        try await store.close()
        try Connection(path).script("DELETE FROM link_documents WHERE series = 3")
        let again = try await LocalStore.open(path)
        let kept = try #require(try await again.link("some", owner: nil))
        #expect(kept.documents == ["s1"] && kept.places == 3)
        try await again.close()
    }
}
