import CompassTesting
import Platform
import Testing

/// A database that another program keeps; the wait takes long, and LocalStoreTests have its end.
@Suite struct LockedDatabaseTests {
    @Test("a database that another program keeps locked is waited for and then a clear failure")
    func locked() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let holder = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                db = sqlite3.connect(".compass/compass.db", isolation_level=None)
                db.execute("BEGIN EXCLUSIVE")
                print("locked", flush=True)
                sys.stdin.read()
                """,
            ], folder: sandbox.folder, input: .pipe)
        #expect(try holder.output?.line() == Array("locked\n".utf8))
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("locked"), "\(output)")
        holder.signal(9)
        #expect(try holder.wait().status == 137)
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        #expect(try sandbox.objects().count == 2)
    }
}
