import CompassTesting
import Platform
import Testing

/// `-q` and `-v` of every command.
@Suite struct VerbosityTests {
    @Test(
        "quiet leaves out what nobody asked for",
        arguments: [
            ["documents", "list"], ["new", "pipeline", "grades"], ["lint"], ["runs", "list"], ["quarantine", "list"],
            ["schedule", "next"], ["plugins", "list"],
        ].prefix(Nightly.isOn ? 7 : 2))
    func quiet(command: [String]) async throws {
        let usual = try await Sandbox().compass(command.map { Path($0) })
        #expect(usual.status == 0 && !usual.errors.isEmpty, "\(usual)")
        for option in ["-q", "--quiet"] {
            let quiet = try await Sandbox().compass(command.map { Path($0) } + [Path(option)])
            #expect(quiet.status == 0 && quiet.errors == "", "\(quiet)")
            #expect(quiet.text == usual.text)
        }
    }

    @Test("a quiet run tells what came of it, and nothing of the way; errors stay")
    func quietRun() async throws {
        let sandbox = try Sandbox(["a.mp4": Samples.mp4(1)], texts: ["b.mp4": "MZ"])
        let output = try await sandbox.compass("run", "-q", "video", "a.mp4", "b.mp4", ending: 3)
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 2, "\(output)")
        #expect(
            lines.first?.hasPrefix("a.mp4: succeeded  version 1 of `a`, a new Highlight Video") == true, "\(output)")
        #expect(lines.last?.hasPrefix("b.mp4: rejected  ") == true)
        try await sandbox.compass("-q", "run", "vidoe", "a.mp4", ending: 2, errors: .has("did you mean `video`?"))
    }

    @Test("verbose tells what is read and done, on standard error alone")
    func verbose() async throws {
        let sandbox = try Sandbox(["a.mp4": Samples.mp4(1)])
        let usual = try await sandbox.compass("documents", "list", "--json")
        let list = try await sandbox.compass("documents", "list", "--json", "-v")
        #expect(list.text == usual.text)
        let run = try await sandbox.compass("-v", "run", "video", "a.mp4", ending: 0)
        for line in [
            "compass: works in \(sandbox.folder), found from the current folder\n", "compass: has read compass.yaml\n",
            "compass: schools stand in schools.yaml\n", "compass: the database is .compass/compass.db\n",
            "compass: objects are kept by `file` in .compass/objects\n",
            "compass: has read pipeline `video` from pipelines/video.yaml: 7 stages\n", " of video begins: a.mp4\n",
            ": detect-mime begins", ": create-version begins", "compass: 1 notification delivered\n",
            "compass: `compass run` took ",
        ] {
            #expect(run.errors.contains(line), "\(line)\(run)")
        }
        #expect(run.text.contains("a.mp4: succeeded"))
        try await sandbox.run(
            "/bin/sh", ["-c", "cd / && exec \"$0\" -v lint", Sandbox.program],
            environment: ["COMPASS_WORKSPACE=\(sandbox.folder)"], errors: .has(", as COMPASS_WORKSPACE says\n"))
    }

    @Test("both at once are a mistake")
    func both() async throws {
        let output = try await Sandbox().compass("lint", "-qv", ending: 2)
        #expect(output.errors.hasPrefix("compass: choose one of --quiet and --verbose\n"), "\(output)")
    }

    @Test("the service logs by them, unless a level is named")
    func service() async throws {
        let sandbox = try Sandbox()
        let once: [Path] = ["watch", "video", "--once"]
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video"))
        try Files.createFolders(sandbox.folder.appending("in"))
        try await sandbox.compass(once + ["-q"], ending: 0, errors: .equals(""))
    }
}
