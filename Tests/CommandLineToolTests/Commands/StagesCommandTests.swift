import CompassTesting
import DocumentStages
import Pipelines
import Platform
import Testing

@testable import CommandLineTool

@Suite struct StagesCommandTests {
    private static let types: [any Stage.Type] = [SizeCheck.self, DetectMime.self, Notify.self]

    private static func run(_ arguments: [Path]) async throws -> (code: ExitCode, output: String, errors: String) {
        let captured = try CapturedStreams()
        // Without plugins.
        let workspace = try TestFolder()
        let code = await CommandLineTool.run(["-w", workspace.path] + arguments, streams: captured.streams) {
            try Registry(types)
        }
        return (code, try captured.output, try captured.errors)
    }

    @Test("the list has every registered type by name")
    func list() async throws {
        let result = try await Self.run(["stages"])
        #expect(result.code == .success)
        let lines = result.output.split(separator: "\n")
        #expect(lines.map { $0.split(separator: " ").first } == ["TYPE", "detect-mime", "notify", "size-check"])
    }

    @Test("as JSON each type is one line with everything that it declares")
    func json() async throws {
        let result = try await Self.run(["stages", "--format", "json"])
        let lines = try result.output.split(separator: "\n").map { try Value(json: String($0)) }
        #expect(lines.map { $0["name"] } == ["detect-mime", "notify", "size-check"])
        #expect(lines.last?["options"]?.list?.map { $0["name"] } == ["max", "min"])
        #expect(try await Self.run(["stages", "--json"]).output == result.output)
    }

    @Test("as text a type shows its options, facts and examples")
    func text() async throws {
        let text = try await Self.run(["stages", "size-check"]).output
        for part in [
            "size-check\n", "Options:\n  max (size?)\n", "Gives:\n  size (size)\n", "    - uses: size-check\n",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("--output writes a page for each type, the same that is printed")
    func pages() async throws {
        let folder = try TestFolder()
        let pages = folder.path.appending("docs/stages")
        let result = try await Self.run(["stages", "--format", "markdown", "--output", pages])
        #expect(result.code == .success, "\(result)")
        #expect(try Files.list(pages) == ["detect-mime.md", "notify.md", "size-check.md"])
        let page = String(decoding: try Files.read(pages.appending("notify.md"), limit: 1 << 20), as: UTF8.self)
        #expect(page == (try await Self.run(["stages", "notify", "--format", "markdown"]).output))
        #expect(try await Self.run(["stages", "--output", pages]).code == .usage)
    }

    @Test("an unknown type is a usage error that names the nearest")
    func unknown() async throws {
        let result = try await Self.run(["stages", "sizecheck"])
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                compass: unknown stage type `sizecheck`; did you mean `size-check`?
                stage types: detect-mime, notify, size-check

                """)
    }

    @Test("a type of a plugin that cannot be used is refused with the reason")
    func brokenPlugin() async throws {
        let workspace = try TestFolder()
        let manifest = workspace.path.appending("plugins/sign/plugin.yaml")
        try Files.createFolders(workspace.path.appending("plugins/sign"))
        try Files.replace(manifest, with: Array("api: 9\n".utf8))
        let captured = try CapturedStreams()
        let code = await CommandLineTool.run(
            ["-w", workspace.path, "stages", "sign"], streams: captured.streams
        ) { try Registry(Self.types) }
        #expect(code == .usage)
        let errors = try captured.errors
        #expect(errors.hasPrefix("compass: stage type `sign` cannot be used: "), "\(errors)")
        #expect(errors.contains("plugins/sign/plugin.yaml"))
    }

    @Test("the schema is the registry's, written so that changes show line by line")
    func schema() async throws {
        let text = try await Self.run(["schema"]).output
        #expect(try Value(json: text) == Value(json: PipelineSchema.make(Registry(Self.types)).json))
        #expect(text.split(separator: "\n").count > 100)
        #expect(text.hasSuffix("}\n"))
    }

    @Test("completions know the registered types")
    func completion() async throws {
        #expect(
            try await Self.run(["__complete", "--", "stages", "s"]).output
                == "nothing\nsize-check\t\(SizeCheck.spec.summary)\n")
    }
}
