import CompassTesting
import Platform
import Testing

/// The example of the reference, and schemas that a pipeline brings.
@Suite struct EditorExampleTests {
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
