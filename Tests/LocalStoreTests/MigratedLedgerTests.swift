import CompassTesting
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

@Suite struct MigratedLedgerTests {
    @Test("of a former version's entries, what was taken is not what was processed")
    func takenContents() async throws {
        let folder = try TestFolder()
        let path = folder.file("compass.db")
        do {
            let connection = try Connection(path)
            try Migrator(migrations: Array(Migration.all.prefix(5)), path: path).run(on: connection)
            try connection.script(
                """
                INSERT INTO watches VALUES (1, 'a', 'in');
                INSERT INTO watched_files VALUES
                    (1, 1, 1, 3, x'2f61', 4, 5, 6, 'seen', 'r1', 'taken', NULL, 1, NULL, NULL, 7),
                    (1, 1, 2, 3, x'2f62', 4, 5, 6, 'done', 'r2', 'settled', 'succeeded', 1, NULL, NULL, 7);
                """)
        }
        let store = try await LocalStore.open(path)
        let entries = try await store.entries(ofWatch: 1, states: [], after: nil, limit: 10)
        #expect(entries.map(\.sha256) == [nil, "done"])
        #expect(entries.map(\.takenSHA256) == ["seen", nil])
        try await store.close()
    }
}
