import Glibc
import Platform
import Testing

/// Uploads that another process sends.
@Suite struct UploadLockTests {
    @Test("while one process sends a file another one is refused; when it dies, the file goes on where it was")
    func locked() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf(1, padding: 3_000_000)])
        let folder = sandbox.folder
        let child = try ChildProcess(
            Sandbox.program, ["uploads", "add", "grades.pdf", "--type", "transcript"],
            environment: Sandbox.environment + [
                "COMPASS_FAILPOINT=upload.written", "COMPASS_FAILPOINT_ACTION=stop",
            ], folder: folder)
        var status: Int32 = 0
        #expect(waitpid(child.id, &status, WUNTRACED) == child.id)
        let upload = try #require(try await sandbox.compass("uploads", "list", "--json").lines.first)
        let id = Path(upload["id"]?.string ?? "")
        #expect(upload["state"] == "receiving" && upload["offset"] == 1_048_576)
        for arguments in [["uploads", "add", "grades.pdf", "--continue", id], ["uploads", "remove", id]] as [[Path]] {
            try await sandbox.compass(
                arguments, ending: 1,
                errors: .equals(
                    "compass: Another client is sending bytes of upload \(id), or it is being resumed. Try again "
                        + "later.\n"))
        }
        try await sandbox.compass("uploads", "resume", ending: 0, text: .equals(""))
        child.signal(SIGKILL)
        _ = try child.wait()
        try await sandbox.compass("uploads", "add", "grades.pdf", "--continue", id, ending: 0)
        #expect(try await sandbox.compass("documents", "list", "--json").lines.count == 1)
    }
}
