import Glibc
import Platform
import Testing

/// The command line itself: help, schools, completions, closed output.
@Suite struct CommandLineTests {
    @Test(
        "version and help need no workspace and touch nothing",
        arguments: [["version"], ["--version"], ["help", "run"]])
    func untouched(arguments: [String]) async throws {
        let sandbox = try Sandbox()
        let before = try Files.list(sandbox.folder)
        let output = try await sandbox.compass(["-w", "/nonexistent"] + arguments.map { Path($0) }, ending: 0)
        #expect(output.errors == "")
        #expect(!output.text.isEmpty)
        #expect(try Files.list(sandbox.folder) == before)
    }

    @Test("schools are listed, added and imported, all of a file or none")
    func schools() async throws {
        let sandbox = try Sandbox()
        let list = try await sandbox.compass("schools", "list", "--json")
        #expect(
            list.text == """
                {"id":"stanford","name":"Stanford University"}
                {"id":"ucla","name":"UCLA"}

                """)
        #expect(
            try await sandbox.compass("schools", "add", "duke", "Duke University").text
                == "Added duke, Duke University.\n")
        try await sandbox.compass(
            "schools", "add", "duke", "Again", ending: 1,
            errors: .equals("compass: There is a school `duke` already. `--force` gives it the new name.\n"))
        #expect(try await sandbox.compass("schools", "add", "duke", "Duke", "--force").status == 0)
        #expect(try await sandbox.compass("schools", "add", "Not An Id", "X").status == 2)
        try sandbox.write("bad.yaml", "- { id: good, name: Good }\n- { id: BAD, name: Bad }\n")
        let bad = try await sandbox.compass("schools", "import", "bad.yaml", ending: 2)
        #expect(bad.errors.hasPrefix("bad.yaml:2:9: error[invalid-school]: "), "\(bad)")
        try sandbox.write("good.json", #"[{"id": "good", "name": "Good"}, {"id": "duke", "name": "Duke University"}]"#)
        try await sandbox.compass("schools", "import", "good.json", text: .equals("Imported 2 schools.\n"))
        let now = try await sandbox.compass("schools", "list", "--json").lines
        #expect(now.map { $0["id"] } == ["duke", "good", "stanford", "ucla"])
        #expect(now.first?["name"] == "Duke University")
    }

    @Test("completing opens no database")
    func completion() async throws {
        let sandbox = try Sandbox()
        #expect(try await CompletionTests.offered(sandbox, "run", "vid") == ["video"])
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
    }

    @Test("with standard output closed nothing is written into a file that happens to get its number")
    func closedOutput() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        let version = try await sandbox.run("/bin/sh", ["-c", #""$1" version >&-"#, "sh", Sandbox.program], ending: 1)
        #expect(version.errors == "compass: cannot write standard output: Bad file descriptor (EBADF)\n")
        _ = try await sandbox.run(
            "/bin/sh", ["-c", #""$1" run video clip.mp4 --json >&- 2>&- <&-"#, "sh", Sandbox.program])
        try await sandbox.compass("documents", "list", "--json", ending: 0)
        for object in try sandbox.objects() { #expect(try sandbox.read(object) == Samples.mp4()) }
    }
}
