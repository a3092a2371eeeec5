import Documents
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// The cost of a version does not depend on how many there were before it. Counted in SQLite's instructions, not in time.
@Suite struct SeriesLengthTests {
    private enum Deed: String, CaseIterable {
        case create = "a version is made"
        case retract = "a version is undone"
        case share = "a document is shared"
        case edit = "a description is given"
    }

    /// Adds versions to one series by plain SQL, the newest of them the current one.
    private static func lengthen(to count: Int, _ connection: Connection) throws {
        try connection.execute("UPDATE versions SET is_current = 0")
        try connection.execute(
            """
            WITH RECURSIVE numbers (n) AS (
                SELECT (SELECT max(number) FROM versions) + 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
            INSERT INTO versions (
                id, series, number, is_current, object_key, file_url, name, mime_type, size, sha256, run, created_at,
                former)
            SELECT 'id-' || n, (SELECT row FROM series), n, n = ?1, 'key-' || n, 'file:///' || n, 'a.mp4', 'video/mp4', 1,
                'aa', 'old-' || n, n, (SELECT max(row) FROM versions)
            FROM numbers
            """, [count])
    }

    private static func steps(_ deed: Deed, round: Int, _ connection: Connection, _ test: TestStore) throws -> Int {
        let writer = CatalogWriter(
            connection: connection, now: Timestamp(microseconds: Int64(round)),
            listing: ListingTable(connection: connection))
        let run = "run-\(deed)-\(round)"
        return try connection.transaction {
            let made = try deed == .create ? nil : writer.createVersion(test.new(run: run))
            let before = connection.steps
            switch deed {
            case .create: _ = try writer.createVersion(test.new(run: run))
            case .retract: try writer.retractVersion(ofRun: run)
            case .share: _ = try writer.share(made?.id ?? "", with: [round == 0 ? "mit" : "duke"], run: nil)
            case .edit: _ = try writer.edit(made?.id ?? "", MetadataChange(description: "round \(round)"))
            }
            return connection.steps - before
        }
    }

    @Test("work stays the same after three thousand versions more", arguments: Deed.allCases)
    private func constant(_ deed: Deed) async throws {
        let test = try await TestStore()
        try await test.create(test.new())
        try test.look { connection in
            try Self.lengthen(to: 10, connection)
            let short = try Self.steps(deed, round: 0, connection, test)
            try Self.lengthen(to: 3_000, connection)
            let long = try Self.steps(deed, round: 1, connection, test)
            #expect(short > 0)
            #expect(long < short * 2, "\(deed.rawValue): \(short) instructions became \(long)")
        }
    }
}
