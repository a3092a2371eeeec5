import Platform
import Testing

/// What statistics count.
@Suite struct DocumentFigureTests {
    @Test("stats count what quarantine holds and the database with its log, and for one owner only what is theirs")
    func stats() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.pipeline("video", type: "highlight_video")
                .replacing("inputs:\n", with: "inputs:\n  user: { type: string, default: u1 }\n"))
        try sandbox.write("wrong.mp4", Samples.pdf())
        for owner in ["u1", "u2"] {
            try await sandbox.compass("run", "video", "wrong.mp4", "-i", Path("user=\(owner)"), ending: 3)
        }
        let size = Int64(Samples.pdf().count)
        let database = try ["compass.db", "compass.db-wal"].reduce(Int64(0)) { sum, name in
            let path = sandbox.folder.appending(Path(".compass/\(name)"))
            return sum + (Files.exists(path) ? try FileStatus.of(path).size : 0)
        }
        let all = try #require(try await sandbox.list("documents", "stats").first)
        #expect(all["quarantine-files"] == 2)
        #expect(all["quarantine-bytes"] == .integer(2 * size))
        #expect(all["database-bytes"] == .integer(database))
        #expect(database > 0)
        let own = try #require(try await sandbox.list("documents", "stats", "--owner", "u1").first)
        #expect(own["quarantine-files"] == 1)
        #expect(own["quarantine-bytes"] == .integer(size))
        #expect(own["database-bytes"] == .null)
        let text = try await sandbox.compass("documents", "stats").text
        #expect(text.contains("Quarantine") && text.contains("2 files"), "\(text)")
        let entry = try #require(try await sandbox.list("quarantine", "list").first?["id"]?.string)
        #expect(try await sandbox.compass("quarantine", "discard", Path(entry), "--yes").status == 0)
        #expect(try await sandbox.list("documents", "stats").first?["quarantine-files"] == 1)
    }
}
