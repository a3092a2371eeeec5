import CompassTesting
import Glibc
import Platform
import Testing

/// What was damaged already when a backup was made; `BackupTests` has objects that are gone.
@Suite struct DamagedBackupTests {
    @Test("what was damaged when a backup was made is told by check and restore, and a newer schema is refused by both")
    func damagedBefore() async throws {
        let sandbox = try await BackupTests.filled()
        let object = try #require(try sandbox.objects().first { $0.text.hasSuffix("other.mp4") })
        try sandbox.write(object, try sandbox.read(object).reversed())
        #expect(try await sandbox.compass("backup", "b.tar").status == 1)
        for arguments in [["restore", "b.tar", "--check"], ["restore", "b.tar", "new"]] as [[Path]] {
            let output = try await sandbox.compass(arguments)
            #expect(output.status == 1, "\(output)")
            #expect(output.errors.contains("other.mp4 was damaged already when the backup was made"), "\(output)")
            #expect(!output.text.contains("is whole"), "\(output)")
        }
    }
}
