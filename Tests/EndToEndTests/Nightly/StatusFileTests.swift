import CompassTesting
import Glibc
import Platform
import Testing

/// Files that wait or are ignored; `WaitingTests` and `NameTests` have the reasons.
@Suite struct StatusFileTests {
    private let base = StatusTests()

    @Test("W3: a file whose writer does not close it is shown with its reason and since when")
    func waiting() async throws {
        let sandbox = try StatusTests.watching()
        let process = try await sandbox.up()
        let writer = try FileDescriptor.open(
            sandbox.folder.appending("in/clip.mp4"), flags: O_WRONLY | O_CREAT, mode: 0o644)
        try writer.write(Samples.mp4())
        let file = try await base.status(of: sandbox) { $0["kind"] == "waiting" && $0["reason"] == "open-for-writing" }
        #expect(file["pipeline"] == "video")
        #expect(file["path"] == "in/clip.mp4")
        #expect(file["since"]?.string?.hasSuffix("Z") == true)
        let text = try await sandbox.compass("status")
        #expect(text.text.contains("open-for-writing"), "\(text)")
        #expect(try await process.end(after: SIGTERM) == 0)
        withExtendedLifetime(writer) {}
    }

    @Test("W8: a file with a temporary name is reported as ignored")
    func ignored() async throws {
        let sandbox = try StatusTests.watching()
        try sandbox.write("in/clip.mp4.part", Samples.mp4())
        let process = try await sandbox.up()
        let file = try await base.status(of: sandbox) { $0["kind"] == "ignored" }
        #expect(file["path"] == "in/clip.mp4.part")
        let line = try await process.entry("watch-ignored")
        #expect(line["file"] == "in/clip.mp4.part")
        #expect(line["message"] == "in/clip.mp4.part is ignored: a download in progress (.part)")
        #expect(try await process.end(after: SIGTERM) == 0)
    }
}
