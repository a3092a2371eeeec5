import Platform
import Testing

/// A program as a stage, from the workspace's folder, by the built program.
@Suite struct ExecCommandTests {
    func sandbox(_ more: String = "") throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/tell.yaml",
            """
            version: 1
            name: tell
            inputs:
              type: { type: document-type, default: stats_sheet }
            stages:
              - uses: exec
                with: { command: [tools/tell, "${{ document.name }}"], writes: [out], env: { TOKEN: "${{ secrets.TOKEN }}" } }
                \(more)
              - id: refuse
                uses: exec
                with: { command: [sh, -c, "exit 3"], reject-on: [3] }
            """)
        try sandbox.write("secrets/TOKEN", Array("hush-hush-0815".utf8))
        try sandbox.write(
            "tools/tell",
            Array(
                "#!/bin/sh\necho \"$COMPASS_KEY|$COMPASS_ATTEMPT|$1\" >> \"$COMPASS_WORKSPACE/out/log\"; echo $TOKEN\n"
                    .utf8))
        try sandbox.write("out/log", [])
        try sandbox.write("-rf it's.csv", Array("a,b\n".utf8))
        #expect(try ChildProcess("/bin/chmod", ["755", sandbox.folder.appending("tools/tell")]).wait().status == 0)
        #expect(try ChildProcess("/bin/chmod", ["600", sandbox.folder.appending("secrets/TOKEN")]).wait().status == 0)
        return sandbox
    }

    func log(_ sandbox: Sandbox) throws -> [String] {
        String(decoding: try sandbox.read("out/log"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(
        "a program of the workspace runs whatever the document is called; what it did is undone as the pipeline says"
    )
    func works() async throws {
        let sandbox = try sandbox(
            "undo: { uses: exec, with: { command: [sh, -c, 'echo undone >> \"$COMPASS_WORKSPACE/out/log\"'], writes: [out] } }"
        )
        try await sandbox.compass("lint", ending: 0)
        let run = try await sandbox.compass("run", "tell", "./-rf it's.csv", "--json", ending: 3)
        let key = try #require(try run.lines.last?["run"]?.string)
        #expect(try log(sandbox) == ["\(key)/exec|1|-rf it's.csv", "undone"])
        let stage = try #require(try run.lines.last?["stages"]?.list?.first)
        #expect(stage["outputs"]?["output"] == "***", "\(stage.json)")
        #expect(!run.text.contains("hush") && !run.errors.contains("hush"))
        let database = try sandbox.read(".compass/compass.db")
        #expect(!String(decoding: database, as: UTF8.self).contains("hush-hush"))
    }
}
