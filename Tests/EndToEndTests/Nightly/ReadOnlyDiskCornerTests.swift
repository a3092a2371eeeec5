import Platform
import Testing

/// More read-only disks.
@Suite struct ReadOnlyDiskCornerTests {
    private let base: ReadOnlyDiskTests

    init() throws { base = try ReadOnlyDiskTests() }

    @Test("commands that look work on a read-only disk with a clean database")
    func clean() async throws {
        let carryOver =
            "import sqlite3; sqlite3.connect(\".compass/compass.db\").execute(\"PRAGMA wal_checkpoint(TRUNCATE)\")"
        try await base.look(
            "/usr/bin/python3 -c '\(carryOver)' && [ ! -s .compass/compass.db-wal ] || { ls -l .compass >&2; exit 2; }")
    }

    @Test("commands that look work where folders for temporary files may not be written either")
    func noTemporaryFolder() async throws {
        try await base.look(environment: "TMPDIR=/proc")
    }
}
