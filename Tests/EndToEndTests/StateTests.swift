import Glibc
import Platform
import Testing

/// What the program writes beside documents.
@Suite struct StateTests {
    @Test("the state folder is its owner's alone")
    func isPrivate() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        #expect(try FileStatus.of(sandbox.folder.appending(".compass")).mode == 0o700)
    }

    @Test("a download does not replace what is no file, also not by force")
    func pipeStays() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        let run = try await sandbox.compass("run", "video", "clip.mp4", "--json")
        let id = try #require(try run.lines.first?["document"]?["id"]?.string)
        let pipe = sandbox.folder.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        let output = try await sandbox.compass("documents", "download", Path(id), "--output", "pipe", "--force")
        #expect(output.status == 2, "\(output)")
        #expect(output.errors.contains("pipe is not a file"), "\(output)")
        #expect(try FileStatus.of(pipe).kind == .fifo)
    }
}
