import CompassTesting
import Glibc
import Platform
import Testing

/// Who may not read the state of another.
@Suite struct StateReaderTests {
    @Test("a database that others may read, of an earlier version, is closed to them")
    func earlier() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        let database = sandbox.folder.appending(".compass/compass.db")
        #expect(database.withCString { chmod($0, 0o644) } == 0)
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        #expect(try FileStatus.of(database).mode & 0o007 == 0)
    }

    @Test(
        "who may not read another user's state is told so by commands that look, and what to do",
        .enabled(if: geteuid() == 0, "only root may act for others"))
    func unreadable() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        try #require(try await sandbox.unprivileged("run", "video", "clip.mp4").status == 0)
        for arguments in [["documents", "list"], ["runs", "list"], ["schools", "list"]] as [[Path]] {
            try await sandbox.run(
                "/usr/bin/setpriv",
                ["--reuid=65533", "--regid=65533", "--clear-groups", "--inh-caps=-all", "--", Sandbox.program]
                    + arguments, ending: 1,
                errors: .has(
                    "The database .compass/compass.db may not be read by #65533. .compass belongs to nobody: run the command as "
                        + "nobody."))
        }
    }
}
