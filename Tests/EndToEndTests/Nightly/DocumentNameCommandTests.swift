import Platform
import Testing

/// Documents and schools that are named by their titles and names, rightly and not quite, and what is counted of them.
@Suite struct DocumentNameCommandTests {
    @Test("what cannot be a school's id is not advised to be added: parts of a name, several in one, commas alone")
    func partsOfSchools() async throws {
        let (sandbox, video) = try await DocumentCommandTests.stored()
        let id = Path(video)
        try #require(try await sandbox.compass("schools", "add", "duke", "Duke University").status == 0)
        let quotes = "Put a name with spaces in quotes, and commas between schools; "
        for schools in [["Duke", "University"], ["duke", "university"], ["duke uclaa"]] as [[Path]] {
            let output = try await sandbox.compass(["documents", "share", id] + schools)
            #expect(output.status == 2 && output.errors.contains(quotes), "\(output)")
            #expect(!output.errors.contains("schools add"), "\(output)")
        }
        try await sandbox.compass(
            "documents", "share", id, ",",
            errors: .equals("compass: The id of a school is empty. `compass schools list` shows them.\n"))
        let unknown = try await sandbox.compass("documents", "share", id, "zzz")
        #expect(unknown.errors.contains("`compass schools add zzz NAME` adds it."), "\(unknown)")
        #expect(try await sandbox.compass("documents", "share", id, "Duke University", "ucla").status == 0)
        #expect(try await sandbox.compass("documents", "edit", id, "--school", "duke,ucla").status == 2, "it has one")
        let list = try await sandbox.compass("documents", "unshare", id, "ucla Duke University")
        #expect(list.text == "clip is not shared.\n", "\(list)")
    }

    @Test("a former version is restored by title with --version; what is current already is said to be")
    func restoreByTitle() async throws {
        let (sandbox, video) = try await DocumentCommandTests.stored()
        try await sandbox.compass(
            "documents", "restore", "clip",
            text: .equals("Version 2 of clip was the current one already; --version N goes back to a former one.\n"))
        let restored = try await sandbox.compass("documents", "restore", "CLIP", "--version", "1")
        #expect(restored.text == "Version 1 of clip is the current one.\n", "\(restored)")
        let again = try await sandbox.compass("documents", "restore", "clip", "--version", "1")
        #expect(again.text == "Version 1 of clip was the current one already.\n", "\(again)")
        let single = try await sandbox.compass("documents", "restore", "grades")
        #expect(single.text == "Version 1 of grades was the current one already.\n", "\(single)")
        // Nothing is done with any before the version of each is known.
        let wrong = try await sandbox.compass("documents", "restore", "clip", "grades", "--version", "2")
        #expect(wrong.status == 2 && wrong.errors.contains("`grades` has no version 2."), "\(wrong)")
        let versions = try await sandbox.compass("documents", "versions", Path(video), "--json").lines
        #expect(versions.map { $0["current"] } == [false, true])
        #expect(try await sandbox.compass("documents", "trash", "clip").status == 0)
        let back = try await sandbox.compass("documents", "restore", "clip", "--version", "2")
        #expect(back.text == "Version 2 of clip is the current one.\n", "\(back)")
    }

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
