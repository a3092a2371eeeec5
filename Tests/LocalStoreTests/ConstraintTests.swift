import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

/// What the tables themselves see to.
@Suite struct ConstraintTests {
    @Test("the database itself refuses what must never be")
    func constraints() async throws {
        let test = try await TestStore()
        try await test.create(test.new())
        try await test.create(test.new())
        let forbidden = [
            "UPDATE versions SET is_current = 1": "UNIQUE constraint failed: versions.series",
            "UPDATE versions SET number = 1": "UNIQUE constraint failed: versions.series, versions.number",
            "UPDATE versions SET run = 'x'": "UNIQUE constraint failed: versions.run",
            "UPDATE versions SET size = -1": "CHECK constraint failed: size >= 0",
            "UPDATE versions SET size = 'big'": "cannot store TEXT value in INTEGER column versions.size",
            "UPDATE versions SET trashed_at = 1": "CHECK constraint failed: trashed_at IS NULL OR is_current = 0",
            "UPDATE versions SET series = 99": "FOREIGN KEY constraint failed",
            "DELETE FROM series": "FOREIGN KEY constraint failed",
            "INSERT INTO shares (series, school, permission, shared_at) VALUES (1, 'mit', 'edit', 0)":
                "CHECK constraint failed: permission = 'view'",
            "INSERT INTO shares (series, school, shared_at) VALUES (1, 'nowhere', 0)": "FOREIGN KEY constraint failed",
            "INSERT INTO series (id, owner, type, title, created_at, updated_at) "
                + "VALUES ('x', 'u1', 'highlight_video', 'Clip', 0, 0)":
                "UNIQUE constraint failed: series.owner, series.type, series.title",
        ]
        for (sql, message) in forbidden {
            let error = #expect(throws: SQLiteError.self) {
                try test.look { connection in
                    try connection.script("PRAGMA foreign_keys = ON")
                    try connection.execute(sql)
                }
            }
            #expect(error?.isConstraint == true && error?.message == message, "\(sql)")
        }
    }

    @Test("an attempt is appended, never replaced")
    func attemptsAreFinal() async throws {
        let test = try await TestStore()
        try await test.start("01A")
        let attempt = AttemptRecord(
            position: 0, number: 1, status: .failed, startedAt: Timestamp(microseconds: 9), durationMilliseconds: 1,
            error: nil)
        try await test.store.commit([.attempt(run: "01A", attempt)])
        let error = #expect(throws: SQLiteError.self) {
            try test.look { try $0.execute("UPDATE attempts SET status = 'succeeded'") }
        }
        #expect(error?.message == "an attempt is appended and never changed")
    }

    @Test("of a document that is deleted no row is left")
    func erased() async throws {
        let test = try await TestStore()
        let version = try await test.create(test.new("A"))
        _ = try await test.store.share(version.id, with: ["mit"])
        _ = try await test.store.deleteDocument(of: version.id, expecting: nil)
        let rest = try test.look { connection in
            try ["series", "versions", "shares", "listing"].map { table in
                try connection.first("SELECT count(*) FROM \(table)") { try $0.integer(0) }
            }
        }
        #expect(rest == [0, 0, 0, 0])
        #expect(try await test.store.check() == [])
    }

    @Test("a run starts although its definition was removed with its last run, if this process has pinned it")
    func removedDefinition() async throws {
        let test = try await TestStore()
        let other = try await LocalStore.open(test.path)
        _ = try test.look { try $0.execute("DELETE FROM definitions") }
        #expect(try await start("01A", in: test.store) == .started)
        #expect(try await test.store.definition("hash") == "name: p")
        try await test.finish(test.run("01A"))
        try test.look { try $0.script("PRAGMA foreign_keys = ON; DELETE FROM runs; DELETE FROM definitions;") }
        await #expect(throws: StoreError.self) { _ = try await start("01B", in: other) }
    }

    private func start(_ id: String, in store: LocalStore) async throws -> Admission {
        try await store.start(
            RunRecord(
                id: id, pipeline: "p", definition: "hash", file: nil, owner: "u1", inputs: [:],
                startedAt: Timestamp(microseconds: 1), keyTimestamp: 42), stages: [], limit: nil, key: nil)
    }
}
