import CompassTesting
import Documents
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

/// Addresses of objects, which are told by where the store is now.
@Suite struct PlaceTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// A database with versions whose addresses are the store's, and one whose address is another's.
    private func filled() throws -> Path {
        let path = folder.file("compass.db")
        let connection = try Connection(path)
        try Migrator(migrations: Migration.all, path: path).run(on: connection)
        try connection.script(
            """
            INSERT INTO object_place (id, address) VALUES (1, 'file:///old/');
            INSERT INTO series (row, id, owner, type, title, created_at, updated_at)
            VALUES (1, 's', 'u1', 'transcript', 'T', 1, 1);
            INSERT INTO versions (
                row, id, series, number, is_current, object_key, file_url, name, mime_type, size, sha256, run, created_at)
            VALUES
                (1, 'v1', 1, 1, 0, 'u1/a', '', 'a', 'text/plain', 1, 'x', 'r1', 1),
                (2, 'v2', 1, 2, 0, 'u1/b', 'https://elsewhere/b', 'b', 'text/plain', 1, 'x', 'r2', 1),
                (3, 'v3', 1, 3, 1, 'u1/c', '', 'c', 'text/plain', 1, 'x', 'r3', 1);
            """)
        return path
    }

    @Test("addresses are as they were, until the store is elsewhere; others' stay whatever happens")
    func moved() async throws {
        let path = try filled()
        let store = try await LocalStore.open(path)
        #expect(
            try await store.versions(ofSeriesOf: "v1").map(\.fileURL)
                == ["file:///old/u1/c", "https://elsewhere/b", "file:///old/u1/a"])
        try await store.setObjectAddress("file:///new%20place/")
        #expect(
            try await store.versions(ofSeriesOf: "v1").map(\.fileURL)
                == ["file:///new%20place/u1/c", "https://elsewhere/b", "file:///new%20place/u1/a"])
        try await store.close()
        // Who only reads tells the present place too, and writes nothing.
        let reader = try await LocalStore.openReadOnly(path, objectAddress: "s3://bucket/")
        #expect(try await reader.version("v3").fileURL == "s3://bucket/u1/c")
        let again = try await LocalStore.openReadOnly(path)
        #expect(try await again.version("v3").fileURL == "file:///new%20place/u1/c")
    }

    @Test("a new version's address is kept as that of the store alone where it is that")
    func new() async throws {
        let test = try await TestStore()
        try await test.store.setObjectAddress("file:///here/")
        var news = [test.new(run: "r1"), test.new(run: "r2")]
        news[0].fileURL = "file:///here/\(news[0].objectKey)"
        news[1].fileURL = "https://elsewhere/b"
        for new in news { #expect(try await test.create(new).fileURL == new.fileURL) }
        try await test.store.setObjectAddress("file:///there/")
        let first = try #require(try await test.store.versions(VersionQuery(), limit: 10, after: nil).items.first)
        #expect(
            try await test.store.versions(ofSeriesOf: first.id).map(\.fileURL)
                == ["https://elsewhere/b", "file:///there/\(news[0].objectKey)"])
    }
}
