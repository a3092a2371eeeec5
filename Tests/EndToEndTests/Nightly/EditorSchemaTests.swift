import CompassTesting
import Platform
import Testing

/// The files by which an editor and man know what the program knows.
@Suite struct EditorSchemaTests {
    @Test("a new workspace's files name their schemas, which are there")
    func initialised() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("init", "new", "--owner", "jordan").status == 0)
        let folder = sandbox.folder.appending("new")
        for (file, schema) in [
            ("compass.yaml", "workspace"), ("schools.yaml", "schools"), ("pipelines/transcript.yaml", "pipeline"),
        ] {
            let path = folder.appending(Path(file))
            let line = try #require(
                String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self).split(separator: "\n").first)
            let name = try #require(line.split(separator: "$schema=").last)
            #expect(name.hasSuffix("schema/\(schema).schema.json"))
            #expect(Files.exists(path.folder.appending(Path(String(name)))), "\(line)")
        }
        try await sandbox.compass("-w", "new", "lint", "--schema", errors: .equals("11 pipelines: no issues\n"))
    }

    @Test("lint --schema writes the schemas anew, and says which files name none")
    func schema() async throws {
        let sandbox = try Sandbox()
        let first = try await sandbox.compass("lint", "--schema", ending: 0)
        #expect(
            first.errors == """
                Wrote schema/pipeline.schema.json.
                Wrote schema/workspace.schema.json.
                Wrote schema/schools.schema.json.
                Wrote schema/plugin.schema.json.
                For editors, begin compass.yaml with: # yaml-language-server: $schema=schema/workspace.schema.json
                For editors, begin schools.yaml with: # yaml-language-server: $schema=schema/schools.schema.json
                For editors, begin pipelines/transcript.yaml with: # yaml-language-server: $schema=../schema/pipeline.schema.json
                For editors, begin pipelines/video.yaml with: # yaml-language-server: $schema=../schema/pipeline.schema.json
                2 pipelines: no issues

                """)
        try await sandbox.compass(
            "new", "plugin", "min-words", ending: 0, errors: .starts("Wrote schema/pipeline.schema.json.\nNext: "))
        let second = try await sandbox.compass("lint", "--schema")
        #expect(second.errors.hasPrefix("For editors, begin compass.yaml"), "\(second)")
        #expect(!second.errors.contains("plugin.yaml"))
        let schema = String(decoding: try sandbox.read("schema/pipeline.schema.json"), as: UTF8.self)
        #expect(schema.contains("\"min-words\""))
        #expect(schema == (try await sandbox.compass("schema").text))
        for (subject, file) in [("workspace", "workspace"), ("schools", "schools"), ("plugin", "plugin")] {
            let printed = try await sandbox.compass("schema", "--of", Path(subject)).text
            #expect(String(decoding: try sandbox.read(Path("schema/\(file).schema.json")), as: UTF8.self) == printed)
        }
    }

    @Test(
        "every page of the manual is what man and mandoc read without a warning",
        arguments: ([
            nil, "workspace", "pipelines", "expressions", "stage-types", "names", "exit-status", "environment", "files",
        ] as [String?]).prefix(Nightly.isOn ? 9 : 2))
    func manual(topic: String?) async throws {
        let sandbox = try Sandbox()
        let arguments = ["help"] + (topic.map { [$0] } ?? []) + ["--format", "man"]
        let page = try await sandbox.compass(arguments.map { Path($0) }, ending: 0)
        try sandbox.write("page.man", page.text)
        let mandoc = try await sandbox.run("/usr/bin/mandoc", ["-T", "lint", "-W", "warning", "page.man"])
        #expect(mandoc.text == "", "\(mandoc)")
        try await sandbox.run(
            "/usr/bin/man", ["-l", "--warnings", "./page.man"], environment: ["LC_ALL=C.UTF-8", "MANWIDTH=80"],
            ending: 0, errors: .equals(""), text: .has("NAME"))
    }

    @Test("the example of the reference of compass.yaml is right, by lint and by its schema")
    func example() async throws {
        let sandbox = try Sandbox()
        let page = try await sandbox.compass("help", "workspace", "--format", "markdown").text
        let example = try #require(page.split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first)
        try sandbox.write("compass.yaml", String(example))
        try sandbox.write(
            "pipelines/highlight-video.yaml", Sandbox.pipeline("highlight-video", type: "highlight_video"))
        try await sandbox.compass("lint", ending: 0, text: .equals(""))
        #expect(try await sandbox.compass("documents", "list").status == 0)
    }

    @Test("a pipeline that is begun where no schema is brings it along")
    func begun() async throws {
        let sandbox = try Sandbox()
        try await sandbox.compass("new", "pipeline", "grades", text: .has("\nschema/pipeline.schema.json\n"))
        #expect(
            try String(decoding: sandbox.read("pipelines/grades.yaml"), as: UTF8.self).hasPrefix(
                "# yaml-language-server: $schema=../schema/pipeline.schema.json\n"))
        let next = try await sandbox.compass("new", "pipeline", "more")
        #expect(next.text == "pipelines/more.yaml\npipelines/fixtures/more.csv\n", "\(next)")
    }
}
