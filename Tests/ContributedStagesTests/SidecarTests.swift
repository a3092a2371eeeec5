import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import ContributedStages

@Suite struct SidecarTests {
    private let folder: TestFolder
    private let source: Path

    init() throws {
        folder = try TestFolder()
        source = try folder.write("clip.mp4", Array("video".utf8))
    }

    private func context(run: String = "run-1", source: Path? = nil, facts: Record? = nil) throws -> StageContext {
        StageContext(
            run: run, pipeline: "highlight-video", stage: "sidecar", attempt: 1,
            startedAt: Timestamp(microseconds: 1_700_000_000_000_000), keyTimestamp: 1, owner: "u1",
            file: .success(try SourceFile(opening: source ?? self.source)),
            facts: facts ?? ["name": "clip.mp4", "size": 5, "version": 2, "shared-with": ["stanford", "duke"]],
            resources: Resources(), environment: Environment(roots: [:]), progress: { _, _ in })
    }

    private func stage(suffix: String? = nil, folder: String? = nil) -> Sidecar {
        var options = Sidecar.Options()
        if let suffix { options.suffix = .fixed(suffix) }
        options.folder = .fixed(folder)
        return Sidecar(options: options)
    }

    private func text(_ name: Path) throws -> String {
        String(decoding: try Files.read(folder.path.appending(name), limit: 65_536), as: UTF8.self)
    }

    @discardableResult
    private func perform(_ stage: Sidecar, _ context: StageContext) async throws -> Record {
        try await stage.perform(try stage.intent(context), context)
    }

    @Test("every fact, the version and the shares stand beside the source")
    func contents() async throws {
        let outputs = try await perform(stage(), try context())
        #expect(outputs == ["sidecar": .string(folder.path.appending("clip.mp4.compass.json").text)])
        #expect(
            try text("clip.mp4.compass.json") == """
                {
                  "format": "compass-sidecar/1",
                  "run": "run-1",
                  "pipeline": "highlight-video",
                  "owner": "u1",
                  "started-at": "2023-11-14T22:13:20.000Z",
                  "document": {
                    "name": "clip.mp4",
                    "size": 5,
                    "version": 2,
                    "shared-with": ["stanford","duke"]
                  }
                }

                """)
    }

    @Test("suffix and folder say where it goes, and the folder is made")
    func place() async throws {
        try await perform(stage(suffix: ".json", folder: "side/cars"), try context())
        #expect(try text("side/cars/clip.mp4.json").contains("\"run\": \"run-1\""))
        #expect(try Files.list(folder.path) == ["clip.mp4", "side"])
    }

    @Test("a name that is not UTF-8 keeps its bytes")
    func bytes() async throws {
        let name = Path(bytes: Array("cl".utf8) + [0xFF])
        let source = try folder.write(name, [1])
        try await perform(stage(), try context(source: source))
        #expect(Files.exists(folder.path.appending(Path(bytes: name.bytes + Array(".compass.json".utf8)))))
    }

    @Test("a repeat writes the same bytes, and a later run replaces the sidecar of an earlier one")
    func repeated() async throws {
        try await perform(stage(), try context())
        let first = try text("clip.mp4.compass.json")
        try await perform(stage(), try context())
        #expect(try text("clip.mp4.compass.json") == first)
        try await perform(stage(), try context(run: "run-2"))
        #expect(try text("clip.mp4.compass.json") == first.replacing("run-1", with: "run-2"))
        #expect(try Files.list(folder.path) == ["clip.mp4", "clip.mp4.compass.json"])
    }

    @Test(
        "a file that is no sidecar is left alone",
        arguments: ["{\"mine\": true}", "", "not JSON", "[]", "{\"format\": \"other\"}"])
    func foreign(contents: String) async throws {
        let target = try folder.write("clip.mp4.compass.json", Array(contents.utf8))
        let error = await #expect(throws: StageError.self) { try await perform(stage(), try context()) }
        #expect(error?.outcome == .failed(.other))
        #expect(error?.kind == "sidecar-taken")
        #expect(
            error?.message == "\(target) exists and is no sidecar of Compass, so it is left alone. "
                + "Move it away, or give the stage another `suffix` or `folder`.")
        #expect(try text("clip.mp4.compass.json") == contents)
        try await stage().undo([:], try context())
        #expect(try text("clip.mp4.compass.json") == contents)
    }

    @Test("a folder under the sidecar's name is left alone")
    func folderInPlace() async throws {
        try folder.write("clip.mp4.compass.json/inside", [1])
        let error = await #expect(throws: StageError.self) { try await perform(stage(), try context()) }
        #expect(error?.kind == "sidecar-taken")
        #expect(Files.exists(folder.path.appending("clip.mp4.compass.json/inside")))
    }

    @Test("where no folder can be made the stage fails with the reason, worth another try")
    func unwritable() async throws {
        let error = await #expect(throws: StageError.self) {
            try await perform(stage(folder: "clip.mp4/below"), try context())
        }
        #expect(error?.outcome == .failed(.storage))
        #expect(error?.kind == "sidecar-not-written")
        #expect(error?.message.contains("ENOTDIR") == true, "\(error?.message ?? "")")
    }

    @Test("a suffix that would name the source or another folder is refused", arguments: ["", "/x", "a/b"])
    func suffix(_ suffix: String) throws {
        #expect(
            throws: StageError.failed(
                .other, "invalid-option",
                "Option `suffix` of stage `sidecar` is \"\(suffix)\"; it must not be empty and has no slash.")
        ) { try stage(suffix: suffix).intent(try context()) }
        #expect(try Files.read(source, limit: 100) == Array("video".utf8))
    }

    @Test("undo removes this run's sidecar, once or twice, and no other run's")
    func undo() async throws {
        let outputs = try await perform(stage(), try context())
        try await stage().undo(outputs, try context(run: "run-2"))
        #expect(Files.exists(folder.path.appending("clip.mp4.compass.json")))
        for _ in 1...2 {
            try await stage().undo(outputs, try context())
            #expect(try Files.list(folder.path) == ["clip.mp4"])
        }
    }

    @Test("the plugin is found by the build and takes its place in a registry")
    func listed() throws {
        let registry = try Registry(contributedStages)
        #expect(registry.names.contains("sidecar"))
    }

    @Test("the probe finds the sidecar of its own run, and of no other")
    func probe() async throws {
        let context = try context()
        let intent = try stage().intent(context)
        #expect(try await stage().probe(intent, context) == nil)
        let outputs = try await perform(stage(), context)
        #expect(try await stage().probe(intent, context) == outputs)
        #expect(try await stage().probe(intent, try self.context(run: "run-2")) == nil)
    }

    @Test("the preview names the sidecar, refuses what a run would refuse, and writes nothing")
    func preview() async throws {
        let context = try context()
        let target = folder.path.appending("clip.mp4.compass.json")
        let preview = try await stage().preview(try stage().intent(context), context)
        #expect(preview.effects.map(\.text) == ["write the sidecar \(target)"])
        #expect(preview.outputs == ["sidecar": .string(target.text)])
        #expect(!Files.exists(target))
        try await perform(stage(), context)
        let again = try await stage().preview(try stage().intent(context), context)
        #expect(again.effects.map(\.text) == ["replace the sidecar \(target)"])
        try folder.write("clip.mp4.compass.json", Array("mine".utf8))
        let error = await #expect(throws: StageError.self) {
            try await stage().preview(try stage().intent(context), context)
        }
        #expect(error?.kind == "sidecar-taken")
    }
}
