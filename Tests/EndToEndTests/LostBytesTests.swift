import CompassTesting
import Platform
import Testing

/// A document whose bytes somebody has removed from the object store.
@Suite struct LostBytesTests {
    @Test(
        "a file with the bytes that are gone is no duplicate: it is stored, and only the next one is",
        arguments: ["reject", "skip", "attach"].prefix(Nightly.isOn ? 3 : 1))
    func stored(action: String) async throws {
        let sandbox = try Sandbox()
        let text = String(decoding: try sandbox.read("pipelines/video.yaml"), as: UTF8.self)
        try sandbox.write("pipelines/video.yaml", text + "dedup: { on-duplicate: \(action) }\n")
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let object = try #require(try sandbox.objects().first)
        try Files.remove(sandbox.folder.appending(object))
        let plan = try await sandbox.compass("plan", "video", "clip.mp4")
        #expect(!plan.text.contains("duplicate") && !plan.text.contains("same document"), "\(plan)")
        let again = try await sandbox.compass("run", "video", "clip.mp4", "--json", ending: 0)
        #expect(try again.lines.last?["status"] == "succeeded", "\(again)")
        #expect(try sandbox.objects().count == 1)
        let third = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(third.status == (action == "reject" ? 3 : 0), "\(third)")
        #expect(try sandbox.objects().count == 1)
        #expect(try await sandbox.list("documents", "list").count == 1)
    }
}
