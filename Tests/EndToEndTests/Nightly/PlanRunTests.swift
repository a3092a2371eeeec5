import Glibc
import Platform
import Testing

/// Runs that are not begun.
@Suite(.timeLimit(.minutes(4))) struct PlanRunTests {
    @Test("a run of a pipeline that reads a file is not started without one; a file that was named must exist")
    func runs() async throws {
        let sandbox = try PlanTests.sandbox()
        let none = try await sandbox.compass("run", "video", ending: 2)
        #expect(none.errors.contains("pipeline `video` needs a file, which its stage `detect-mime` reads"), "\(none)")
        try sandbox.write(
            "pipelines/hello.yaml",
            "version: 1\nname: hello\nstages: [{ uses: notify, irreversible: true, with: { subject: Hello } }]\n")
        let missing = try await sandbox.compass("run", "hello", "nope.mp4", ending: 1)
        #expect(missing.errors == "compass: nope.mp4 does not exist.\n")
        #expect(try await sandbox.compass("runs", "list", "--json").lines == [])
        #expect(try await sandbox.compass("run", "hello").status == 0)
        // Where a stage reads it, the run tells.
        #expect(try await sandbox.compass("run", "video", "nope.mp4").status == 1)
        #expect(try await sandbox.compass("runs", "list", "--json").lines.count == 2)
    }
}
