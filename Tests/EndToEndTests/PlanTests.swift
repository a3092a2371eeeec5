import Glibc
import Platform
import Testing

/// `compass plan`, and that it leaves no trace.
@Suite(.timeLimit(.minutes(4))) struct PlanTests {
    /// Every name below a workspace with its kind, size, times and bytes.
    private static func traces(_ sandbox: Sandbox, _ below: Path = ".") throws -> [String] {
        try Files.list(sandbox.folder.appending(below)).flatMap { name -> [String] in
            let path = below.appending(name)
            let file = sandbox.folder.appending(path)
            let status = try FileStatus.of(file, followingLinks: false)
            let line = "\(path) \(status)"
            switch status.kind {
            case .folder: return try [line] + traces(sandbox, path)
            case .regular: return ["\(line) \(Array(try Files.read(file, limit: 1 << 28)).hashValue)"]
            default: return [line]
            }
        }
    }

    static let files: [Path] = ["clip.mp4", "same.mp4", "notes.mp4"]

    static func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1), "same.mp4": Samples.mp4(1)])
        try sandbox.write("notes.mp4", Array("only words\n".utf8))
        return sandbox
    }

    /// Plans accepted, rejected and duplicate files, and expects that nothing changed.
    private func planLeavesNoTrace(_ sandbox: Sandbox, exit: Int32 = 3) async throws -> [Value] {
        let before = try Self.traces(sandbox)
        try await sandbox.compass(["plan", "video"] + Self.files + ["-i", "schools=stanford,ucla"], ending: exit)
        let output = try await sandbox.compass(
            ["plan", "--json", "video"] + Self.files + ["-i", "schools=stanford,ucla"], ending: exit)
        #expect(try Self.traces(sandbox) == before)
        let lines = try output.lines
        #expect(lines.map { $0["outcome"] } == ["succeeded", "succeeded", "rejected"], "\(output)")
        return lines
    }

    @Test("in a fresh workspace a plan makes nothing, not even .compass")
    func fresh() async throws {
        let sandbox = try Self.sandbox()
        let lines = try await planLeavesNoTrace(sandbox)
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
        #expect(
            lines[0]["effects"]?.list?.map { $0["action"] } == [
                "store-object", "create-version", "share", "share", "notify",
            ])
        for command in [
            ["documents", "list"], ["documents", "stats"], ["runs", "list"], ["schools", "list"],
        ] as [[Path]] {
            #expect(try await sandbox.compass(command).status == 0)
            #expect(try await sandbox.compass(command + ["--json"]).status == 0)
        }
        for command in [
            ["documents", "show", "x"], ["documents", "versions", "x"], ["documents", "download", "x"],
            ["runs", "show", "x"],
        ] as [[Path]] {
            #expect(try await sandbox.compass(command).status == 2)
        }
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
    }

    @Test("after runs a plan tells what is there already")
    func afterRuns() async throws {
        let sandbox = try Self.sandbox()
        #expect(try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=stanford").status == 0)
        let lines = try await planLeavesNoTrace(sandbox)
        let effects = try #require(lines[0]["effects"]?.list)
        #expect(effects.map { $0["change"] } == [true, true, false, true, true])
        #expect(effects[1]["detail"]?["version"] == 2)
        #expect(effects[1]["detail"]?["same-bytes-as"] == 1)
        let text = try await sandbox.compass("plan", "video", "clip.mp4").text
        #expect(
            text.contains("+ create-version: version 2 of `clip` (same bytes as version 1, stored as u1/"), "\(text)")
    }

    @Test("a secret of a channel is not in its plan")
    func secrets() async throws {
        let sandbox = try Self.sandbox()
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            owner: { id: u1, name: Jordan Reyes }
            channels:
              coaches: { type: webhook, url: "https://hooks.example.org/${{ secrets.PATH }}", secret: "${{ secrets.KEY }}" }

            """)
        try sandbox.write(
            "pipelines/hello.yaml",
            """
            version: 1
            name: hello
            stages: [{ uses: notify, irreversible: true, with: { channel: coaches, subject: Hello } }]

            """)
        let environment = ["COMPASS_SECRET_PATH=s3cr3tpath", "COMPASS_SECRET_KEY=s3cr3tkey"]
        for arguments in [["plan", "hello"], ["plan", "hello", "--json"]] as [[Path]] {
            let output = try await sandbox.compass(arguments, environment: environment, ending: 0)
            #expect(output.text.contains("hooks.example.org"), "\(output)")
            #expect(!output.description.contains("s3cr3t"), "\(output)")
        }
    }
}
