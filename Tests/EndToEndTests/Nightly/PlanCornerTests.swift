import Glibc
import Platform
import Testing

/// `compass plan` beside another process, and of much; runs that are not begun.
@Suite(.timeLimit(.minutes(4))) struct PlanCornerTests {
    /// The big file and its half-stored object are too long to read; that nobody touches them is seen by their times.
    private func withoutLong(_ sandbox: Sandbox) async throws -> [Value] {
        func traces() throws -> [String] {
            let state = sandbox.folder.appending(".compass")
            return try Files.list(state).map { name in
                let file = state.appending(name)
                let status = try FileStatus.of(file)
                let bytes = status.kind == .regular ? try Files.read(file, limit: 1 << 28) : []
                return "\(name) \(status.size) \(status.modified) \(status.changed) \(bytes.hashValue)"
            }
        }
        let before = try traces()
        let output = try await sandbox.compass(
            ["plan", "--json", "video"] + PlanTests.files + ["-i", "schools=stanford,ucla"])
        #expect(try traces() == before)
        #expect(output.status == 3, "\(output)")
        return try output.lines
    }

    @Test("while another compass has the database open, and after kill -9 of it, a plan sees the newest state")
    func heldAndKilled() async throws {
        let sandbox = try PlanTests.sandbox()
        #expect(try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=stanford").status == 0)
        let folder = sandbox.folder
        try sandbox.write("pipelines/long.yaml", Sandbox.pipeline("long", type: "highlight_video", max: "10GB"))
        try sandbox.write("long.mp4", Samples.mp4())
        #expect(folder.appending("long.mp4").withCString { truncate($0, 6 << 30) } == 0)
        // It stands still, so that whatever changes was changed by the plan.
        let child = try await sandbox.start(stoppingAt: Sandbox.uploading, ["run", "long", "long.mp4"])
        defer { child.signal(SIGKILL) }
        #expect(try FileStatus.of(folder.appending(".compass/compass.db-wal")).size > 0)
        var lines = try await withoutLong(sandbox)
        #expect(lines[0]["effects"]?.list?[1]["detail"]?["version"] == 2)
        child.signal(SIGKILL)
        #expect(try child.wait().status == 128 + SIGKILL)
        #expect(try FileStatus.of(folder.appending(".compass/compass.db-wal")).size > 0)
        lines = try await withoutLong(sandbox)
        #expect(lines[0]["effects"]?.list?[1]["detail"]?["version"] == 2)
        #expect(lines[0]["effects"]?.list?.map { $0["change"] } == [true, true, false, true, true])
    }

    @Test("several files have a plan each and a total, elements beyond twenty are counted")
    func total() async throws {
        let sandbox = try PlanTests.sandbox()
        try await sandbox.compass(
            "plan", "video", "clip.mp4", "same.mp4", "notes.mp4",
            text: .ends(
                "3 files: 2 would go through, 1 would be rejected; 2 objects (2.2 kB), 2 versions, 2 notifications\n"))
        try sandbox.write(
            "pipelines/many.yaml",
            """
            version: 1
            name: many
            inputs: { words: { type: list, of: string, default: [] } }
            stages:
              - uses: notify
                for-each: "${{ inputs.words }}"
                irreversible: true
                with: { subject: "${{ item }}" }

            """)
        let words = (1...400).map { "w\($0)" }.joined(separator: ",")
        let many = try await sandbox.compass("plan", "many", "-i", Path("words=\(words)"), ending: 0)
        #expect(many.text.hasSuffix("): w20\n    and 380 more\n"), "\(many)")
        let asJSON = try await sandbox.compass("plan", "many", "--json", "-i", Path("words=\(words)"))
        let line = try #require(try asJSON.lines.first)
        #expect(line["effects"]?.list?.count == 400)
        #expect(line["stages"]?.list?.first?["items"]?.list?.count == 400)
    }

    @Test("a run of a pipeline that reads a file is not started without one; a file that was named must exist")
    func runs() async throws {
        let sandbox = try PlanTests.sandbox()
        let none = try await sandbox.compass("run", "video", ending: 2)
        #expect(none.errors.contains("pipeline `video` needs a file, which its stage `detect-mime` reads"), "\(none)")
        try sandbox.write(
            "pipelines/hello.yaml",
            "version: 1\nname: hello\nstages: [{ uses: notify, irreversible: true, with: { subject: Hello } }]\n")
        for pipeline in ["hello", "video"] as [Path] {
            try await sandbox.compass(
                "run", pipeline, "nope.mp4", ending: 2, errors: .starts("compass: nope.mp4 does not exist\nusage: "))
        }
        #expect(try await sandbox.compass("runs", "list", "--json").lines == [])
        #expect(try await sandbox.compass("run", "hello").status == 0)
    }
}
