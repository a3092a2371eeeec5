import Platform
import Testing

/// Files whose documents were renamed.
@Suite struct RenamedVersionTests {
    @Test("a file that is run again after its document was renamed becomes a version of it, as plan says")
    func renamed() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1)])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        _ = try await sandbox.compass("documents", "edit", "clip", "--title", "Fall Highlights")
        let plan = try await sandbox.compass("plan", "video", "clip.mp4")
        #expect(
            plan.text.contains("create-version: version 2 of `Fall Highlights` (same bytes as version 1"), "\(plan)")
        let again = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(
            VersionTests.told(again) == ["version 2 of `Fall Highlights` (same bytes as version 1), id ID"], "\(again)")
        #expect(try await VersionTests.versions(sandbox, "Fall Highlights") == [2, 1])
        #expect(plan.text.contains("New: Fall Highlights"), "\(plan)")
        let log = String(decoding: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self)
        #expect(log.split(separator: "\n").last?.contains("New: Fall Highlights") == true, "\(log)")
        // Another document takes the name: it is that one's then.
        try sandbox.write("other.mp4", Samples.mp4(3))
        _ = try await sandbox.compass("run", "video", "other.mp4")
        _ = try await sandbox.compass("documents", "edit", "other", "--title", "clip")
        let taken = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(VersionTests.told(taken) == ["version 2 of `clip`, with new bytes, id ID"], "\(taken)")
    }
}
