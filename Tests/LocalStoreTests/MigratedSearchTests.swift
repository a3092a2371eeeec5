import CompassTesting
import Documents
import Pipelines
import Platform
import SQLite
import Synchronization
import Testing

@testable import LocalStore

@Suite struct MigratedSearchTests {
    @Test("of a former version's search index, all that was found is found, and can be erased")
    func found() async throws {
        let folder = try TestFolder()
        let path = folder.file("compass.db")
        do {
            let connection = try Connection(path)
            try Migrator(migrations: Array(Migration.all.prefix { $0.name != "compact search" }), path: path)
                .run(on: connection)
            try connection.script(
                """
                INSERT INTO schools VALUES ('mit', 'MIT', 0);
                INSERT INTO series (row, id, owner, type, title, title_key, description, created_at, updated_at)
                VALUES (1, 's1', 'u1', 'resume', 'Résumé A', 'résumé a', 'of a game', 1, 1),
                    (2, 's2', 'u2', 'transcript', 'Grades', 'grades', NULL, 1, 1);
                INSERT INTO versions (row, id, series, number, is_current, object_key, file_url, name, mime_type, size,
                    sha256, run, created_at)
                VALUES (1, 'v1', 1, 1, 1, 'k1', 'file:///1', 'a', 'b', 1, 'c', 'r1', 1),
                    (2, 'v2', 2, 1, 1, 'k2', 'file:///2', 'a', 'b', 1, 'c', 'r2', 1);
                INSERT INTO shares (series, school, shared_at) VALUES (1, 'mit', 1);
                """)
            let facets: (Facet, Facet, String) -> String = { owner, type, rest in "\(owner.word) \(type.word) \(rest)" }
            let shared = "\(Facet.school("mit").word) \(Facet.shares(1).word) \(Facet.shared.word)"
            for (row, values) in [
                (
                    "1, 'u1', 'resume', 'Résumé A', 'résumé a', 'of a game', 1",
                    facets(.owner("u1"), .type(.resume), shared)
                ),
                (
                    "2, 'u2', 'transcript', 'Grades', 'grades', NULL, 0",
                    facets(.owner("u2"), .type(.transcript), Facet.shares(0).word)
                ),
            ] {
                let parts = row.split(separator: ",", maxSplits: 1)
                try connection.script(
                    """
                    INSERT INTO listing (row, age, series, trashed, owner, type, title, title_key, description, shares,
                        facets) VALUES (\(parts[0]), -\(parts[0]), \(parts[0]), 0,\(parts[1]), '\(values)');
                    """)
            }
            try connection.script(
                """
                INSERT INTO search (rowid, title, description, facets)
                SELECT row, title, description, facets FROM listing;
                """)
        }
        let store = try await LocalStore.open(path)
        for sort in DocumentQuery.Sort.allCases {
            for (search, owner, shared, ids) in [
                ("resume", nil, nil, ["v1"]), ("gam", "u1", true, ["v1"]), ("gam", "u2", nil, []),
                (nil, nil, false, ["v2"]), ("GRADES", nil, false, ["v2"]),
            ] as [(String?, String?, Bool?, [String])] {
                var query = DocumentQuery()
                (query.sort, query.search, query.owner, query.shared) = (sort, search, owner, shared)
                let found = try await store.documents(query, limit: 9, after: nil).items.map(\.id)
                #expect(found == ids, "\(query)")
            }
        }
        #expect(try await store.check() == [])
        _ = try await store.deleteDocument(of: "v1", expecting: nil)
        #expect(try await store.check() == [])
        try await store.close()
    }

    @Test(
        "when a former version's search index is built again: it is told before, unless that takes no time",
        arguments: [
            (300_000, [SchemaUpdate(part: "search index", expected: .seconds(3))]), (50_000, []),
        ] as [(Int64, [SchemaUpdate])])
    func told(lastRow: Int64, updates: [SchemaUpdate]) async throws {
        let folder = try TestFolder()
        let path = folder.file("compass.db")
        do {
            let connection = try Connection(path)
            try Migrator(migrations: Array(Migration.all.prefix { $0.name != "compact search" }), path: path)
                .run(on: connection)
            try connection.script("PRAGMA foreign_keys = OFF")
            for row in [1, lastRow] {
                try connection.execute(
                    """
                    INSERT INTO listing (row, age, series, trashed, owner, type, title, title_key, shares, facets)
                    VALUES (?1, -?1, ?1, 0, 'u1', 'resume', 'A', 'a', 0, '')
                    """, [row])
            }
        }
        let told = Mutex<[SchemaUpdate]>([])
        for _ in 0..<2 {
            try await LocalStore.open(path, updating: { update in told.withLock { $0.append(update) } }).close()
            #expect(told.withLock(\.self) == updates, "it is built again once")
        }
    }
}
