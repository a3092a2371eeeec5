import CompassTesting
import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

/// Version 105 of the schema: files in one request are told from those that can be resumed.
@Suite struct WholeFileMigrationTests {
    @Test("uploads of webhooks of version 104 cannot be resumed, others can; what announced a message is not known")
    func former() async throws {
        let folder = try TestFolder()
        let path = folder.file("compass.db")
        let connection = try Connection(path)
        try Migrator(migrations: Migration.all.filter { $0.version < 105 }, path: path).run(on: connection)
        try connection.script(
            """
            INSERT INTO webhook_requests (hook, message, digest, run, pipeline, owner, inputs, state, created_at) VALUES
                ('/hooks/a', 'm1', '', 'hooked', 'text', 'kim', '{}', 'pending', 1);
            INSERT INTO uploads (id, owner, length, name, type, inputs, pipeline, state, created_at, expires_at) VALUES
                ('hooked', 'kim', 6, 'a.txt', 'transcript', '{}', 'text', 'receiving', 1, 2),
                ('sent', 'kim', 6, 'a.txt', 'transcript', '{}', 'text', 'receiving', 1, 2);
            """)
        let store = try await LocalStore.open(path)
        #expect(try await store.upload("hooked", owner: nil)?.isResumable == false)
        #expect(try await store.upload("sent", owner: nil)?.isResumable == true)
        let request = try #require(try await store.webhookRequest("m1", of: "/hooks/a"))
        #expect(request.announced == nil)
        try await store.close()
    }
}
