import Platform
import Testing

/// The product's main job, through the built program.
@Suite struct MainJobTests {
    @Test("a video goes through all stages and is stored, versioned, shared and announced")
    func video() async throws {
        let sandbox = try Sandbox()
        let bytes = Samples.mp4(1, payload: 500_000)
        try sandbox.write("inbox/clip.mp4", bytes)
        let output = try await sandbox.compass(
            "run", "video", "inbox/clip.mp4", "-i", "schools=stanford,ucla", "--json", ending: 0)
        let line = try #require(try output.lines.first)
        #expect(
            line.record?.keys.sorted() == [
                "attempt", "document", "duplicate", "duration-ms", "file", "new-document", "pipeline", "run",
                "same-bytes-as", "stages", "started-at", "status",
            ])
        #expect(line["run"]?.string?.utf8.count == 26)
        #expect(line["pipeline"] == "video")
        #expect(line["file"] == "inbox/clip.mp4")
        #expect(line["status"] == "succeeded")
        #expect(line["duplicate"] == false)
        let document = try #require(line["document"])
        #expect(document["version"] == 1)
        #expect(document["type"] == "highlight_video")
        #expect(document["title"] == "clip")
        #expect(document["mime-type"] == "video/mp4")
        #expect(document["size"] == .integer(Int64(bytes.count)))
        #expect(document["shared-with"] == ["stanford", "ucla"])
        let digest = try await sandbox.run("/usr/bin/sha256sum", ["inbox/clip.mp4"]).text.split(separator: " ").first
        #expect(document["sha256"]?.string == digest.map(String.init))
        #expect(
            line["stages"]?.list?.map { $0["id"] } == [
                "detect-mime", "validate-extension", "size-check", "upload", "create-version", "share", "notify",
            ])
        #expect(line["stages"]?.list?.allSatisfy { $0["status"] == "succeeded" && $0["attempts"] == 1 } == true)

        let key = try #require(line["stages"]?.list?[3]["outputs"]?["object-key"]?.string)
        #expect(key.hasPrefix("u1/highlight_video/") && key.hasSuffix("_clip.mp4"), "\(key)")
        #expect(try sandbox.read(Path(".compass/objects/" + key)) == bytes)
        #expect(try sandbox.objects().count == 1)
        let announced = String(decoding: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self)
        #expect(announced.split(separator: "\n").count == 1)
        #expect(try Value(json: announced)["subject"] == "New: clip", "\(announced)")
        let stats = try await sandbox.list("documents", "stats")
        #expect(stats.first?["total"] == 1 && stats.first?["most-common-type"] == "highlight_video")
        #expect(stats.first?["storage-bytes"] == .integer(Int64(bytes.count)))
    }

    @Test("a run can be looked at afterwards, with its stages and its notification's delivery")
    func shown() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        let run = try #require(
            try await sandbox.compass("run", "video", "clip.mp4", "--json").lines.first?["run"]?.string)
        let listed = try await sandbox.compass("runs", "list", "--json").lines
        #expect(listed.first?["run"]?.string == run)
        for key in ["run", "pipeline", "file", "status", "started-at", "duration-ms"] {
            #expect(listed.first?.record?.keys.contains(key) == true, "\(key)")
        }
        let shown = try #require(try await sandbox.compass("runs", "show", Path(run), "--json").lines.first)
        #expect(shown["stages"]?.list?.count == 7)
        #expect(shown["notifications"]?.list?.first?["state"] == "delivered", "\(shown.json)")
    }
}
