import CompassTesting
import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

@Suite struct MigratedTellingTests {
    @Test(
        "of a former version's notifications it is known which document they are about, and shares keep what they had")
    func told() async throws {
        let folder = try TestFolder()
        let path = folder.file("compass.db")
        do {
            let connection = try Connection(path)
            try Migrator(migrations: Array(Migration.all.prefix { $0.name != "former titles" }), path: path)
                .run(on: connection)
            try connection.script(
                """
                INSERT INTO schools VALUES ('mit', 'MIT', 0);
                INSERT INTO series (row, id, owner, type, title, title_key, created_at, updated_at)
                VALUES (1, 's1', 'u1', 'resume', 'A', 'a', 1, 1), (2, 's2', 'u1', 'resume', 'B', 'b', 1, 1);
                INSERT INTO versions (row, id, series, number, is_current, object_key, file_url, name, mime_type, size,
                    sha256, run, created_at)
                VALUES (1, 'v1', 1, 1, 1, 'k1', 'file:///1', 'a', 'b', 1, 'c', 'r1', 1),
                    (2, 'v2', 2, 1, 1, 'k2', 'file:///2', 'a', 'b', 1, 'c', 'r2', 1);
                INSERT INTO shares (series, school, shared_at, run) VALUES (1, 'mit', 7, 'r1');
                INSERT INTO notifications (id, channel, subject, data, run, stage, created_at, state) VALUES
                    ('of its run', 'log', 'S', '{}', 'r1', 'n', 1, 'delivered'),
                    ('said so', 'log', 'S', '{"document":{"series":"s1"}}', 'r9', 'n', 1, 'delivered'),
                    ('of another', 'log', 'S', '{"document":{"title":"x"}}', 'r2', 'n', 1, 'delivered'),
                    ('of none', 'log', 'S', '{}', 'r8', 'n', 1, 'given-up');
                """)
        }
        let store = try await LocalStore.open(path)
        func about(_ series: String) async throws -> [String] {
            try await store.notifications(NotificationQuery(document: series), limit: 9, after: nil).items
                .map(\.notification.id)
        }
        #expect(try await about("s1") == ["said so", "of its run"])
        #expect(try await about("s2") == ["of another"])
        #expect(try await about("s3") == [])
        let shares = try await store.shares(of: "v1")
        #expect(shares.map(\.school) == ["mit"])
        #expect(shares.map(\.sharedAt) == [Timestamp(microseconds: 7)])
        #expect(shares.map(\.run) == ["r1"] && shares.map(\.by) == [nil])
        #expect(try await store.formerTitles(of: "v1") == [])
        try await store.close()
    }
}
