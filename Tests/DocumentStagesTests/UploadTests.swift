import CompassTesting
import DirectoryStore
import Documents
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct UploadTests {
    private let folder: TestFolder
    private let objects: DirectoryStore
    private let file: Path
    private let stage: Upload

    init() throws {
        folder = try TestFolder()
        objects = try DirectoryStore(root: folder.path.appending("objects"))
        file = try folder.write("grades.txt", Array("A, A, B\n".utf8))
        var options = Upload.Options()
        options.type = .fixed("transcript")
        options.owner = .fixed("u1")
        stage = Upload(options: options)
    }

    private func context() throws -> StageContext {
        var resources = Resources()
        resources.provide(objects, as: (any ObjectStore).self)
        return StageContext(
            run: "run-1", pipeline: "p", stage: "upload", attempt: 1, startedAt: .now(), keyTimestamp: 17, owner: "u1",
            file: .success(try SourceFile(opening: file)), facts: [:], resources: resources,
            environment: Environment(roots: [:]), progress: { _, _ in })
    }

    @Test("the intent says under which key, and how many bytes")
    func intent() throws {
        #expect(try stage.intent(try context()) == ["object-key": "u1/transcript/17_grades.txt", "size": 8])
    }

    @Test("nothing is done before the object is there; then the probe gives what the upload gave")
    func probe() async throws {
        let context = try context()
        let intent = try stage.intent(context)
        #expect(try await stage.probe(intent, context) == nil)
        let outputs = try await stage.perform(intent, context)
        #expect(try await stage.probe(intent, context) == outputs)
        try await stage.undo(outputs, context)
        #expect(try await stage.probe(intent, context) == nil)
    }

    @Test(
        "the probe of an upload that was killed removes what the killed process left, also where others were stored before"
    )
    func leftovers() async throws {
        let context = try context()
        let intent = try stage.intent(context)
        let outputs = try await stage.perform(intent, context)
        try await stage.undo(outputs, context)
        // Another process dies beside this one, which has been at work in the folder.
        try folder.write("objects/u1/transcript/.x.object.tmp", [1, 2])
        #expect(try await stage.probe(intent, context) == nil)
        #expect(try Files.list(folder.file("objects/u1/transcript")) == [])
    }

    @Test("an object of another size is not what was to be stored")
    func otherSize() async throws {
        let context = try context()
        var intent = try stage.intent(context)
        _ = try await stage.perform(intent, context)
        intent["size"] = 9
        #expect(try await stage.probe(intent, context) == nil)
    }

    @Test("the probe needs no source: the file may be gone")
    func gone() async throws {
        let context = try context()
        let intent = try stage.intent(context)
        let outputs = try await stage.perform(intent, context)
        let after = StageContext(
            run: "run-1", pipeline: "p", stage: "upload", attempt: 2, startedAt: .now(), keyTimestamp: 17, owner: "u1",
            file: .failure(SourceFileError(.missing, "gone")), facts: [:], resources: context.resources,
            environment: Environment(roots: [:]), progress: { _, _ in })
        #expect(try await stage.probe(intent, after) == outputs)
    }

    @Test("the preview knows the digest and whether the key is taken, and stores nothing")
    func preview() async throws {
        let context = try context()
        let intent = try stage.intent(context)
        let preview = try await stage.preview(intent, context)
        let digest = "4c2320b5ed5272b6fff6614006e7b3407660e015ef237c4ad7cb35a2daa6e4ab"
        #expect(preview.outputs == ["sha256": .string(digest), "size": 8])
        #expect(preview.effects.count == 1)
        #expect(preview.effects[0].target == "u1/transcript/17_grades.txt")
        #expect(preview.effects[0].detail["key-pattern"] == "u1/transcript/{timestamp}_grades.txt")
        #expect(preview.effects[0].isChange)
        #expect(try await objects.keys() == [])
        _ = try await stage.perform(intent, context)
        let again = try await stage.preview(intent, context)
        #expect(again.effects[0].detail["exists"] == true)
        #expect(!again.effects[0].isChange)
    }
}
