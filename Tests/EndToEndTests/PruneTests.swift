import Platform
import Testing

/// Retention of runs and of the trash.
@Suite struct PruneTests {
    private func workspace(_ retention: String = "") async throws -> Sandbox {
        let sandbox = try Sandbox()
        if !retention.isEmpty {
            try sandbox.write("compass.yaml", "version: 1\nretention: { \(retention) }\n")
        }
        var names: [Path] = []
        for number in 0..<6 {
            names.append(Path("t\(number).pdf"))
            try sandbox.write(names[number], Samples.pdf(number))
        }
        try sandbox.write("clip.mp4", Samples.mp4())
        // The oldest one stays in quarantine.
        #expect(try await sandbox.compass("run", "transcript", "clip.mp4").status == 3)
        try await sandbox.compass(["run", "transcript"] + names, ending: 0)
        return sandbox
    }

    @Test("prune removes all but the newest, keeps what quarantine refers to, and the documents stay")
    func keep() async throws {
        let sandbox = try await workspace()
        let dry = try await sandbox.compass("runs", "prune", "--keep", "2", "--dry-run")
        #expect(dry.text == "4 runs would be removed.\n", "\(dry)")
        #expect(try await sandbox.list("runs", "list").count == 7)
        try await sandbox.compass("runs", "prune", "--keep", "2", "--json", text: .equals("{\"removed\":4}\n"))
        let left = try await sandbox.list("runs", "list")
        #expect(left.map { $0["status"] } == ["succeeded", "succeeded", "rejected"])
        #expect(try await sandbox.list("documents", "list").count == 6)
        #expect(try await sandbox.list("quarantine").count == 1)
    }

    @Test("prune by age removes what ended earlier, and refuses a time without a unit")
    func age() async throws {
        let sandbox = try await workspace()
        #expect(try await sandbox.compass("runs", "prune").text == "Removed 0 runs.\n")
        #expect(try await sandbox.compass("runs", "prune", "--older-than", "1d").text == "Removed 0 runs.\n")
        #expect(try await sandbox.compass("runs", "prune", "--older-than", "1ms").text == "Removed 6 runs.\n")
        try await sandbox.compass(
            "runs", "prune", "--older-than", "30", ending: 2,
            errors: .starts("compass: `--older-than` must be a duration such as 12h or 30d, not `30`\n"))
    }

    @Test("the workspace's retention is applied by run itself")
    func automatic() async throws {
        let sandbox = try await workspace("max-runs: 3")
        #expect(
            try await sandbox.list("runs", "list").map { $0["status"] } == [
                "succeeded", "succeeded", "succeeded", "rejected",
            ])
        #expect(try await sandbox.list("documents", "list").count == 6)
    }

    @Test("documents that were in the trash for long enough are erased by prune, with their objects")
    func trash() async throws {
        let sandbox = try await workspace("trash: 1ms")
        let id = Path(try #require(try await sandbox.list("documents", "list").first?["id"]?.string))
        #expect(try await sandbox.compass("documents", "trash", id).status == 0)
        try await sandbox.compass("runs", "prune", errors: .equals("1 version in the trash erased\n"))
        #expect(try await sandbox.list("documents", "list", "--trashed").isEmpty)
        #expect(try sandbox.objects().count == 5)
    }
}
