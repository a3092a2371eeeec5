import CompassTesting
import DirectoryStore
import Documents
import LocalStore
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct VerifyObjectTests {
    @Test("an object that is missing is reported, unless its document was erased since the run began")
    func missing() async throws {
        let folder = try TestFolder()
        let store = try await LocalStore.open(folder.path.appending("compass.db"))
        let digest = String(repeating: "a", count: 64)
        let new = NewVersion(
            owner: "u1", type: .transcript, title: "Grades", objectKey: "u1/transcript/1_grades.txt",
            fileURL: "file:///x", name: "grades.txt", mimeType: "text/plain", size: 8, sha256: digest, run: "run-1")
        let version = try await store.transact({ try $0.catalog.createVersion(new) }, recording: { _ in [] })
        var resources = Resources()
        resources.provide(
            try DirectoryStore(root: folder.path.appending("objects")), as: (any ObjectStore).self)
        resources.provide(store, as: (any ObjectReferences).self)
        let context = StageContext(
            run: "run-2", pipeline: "p", stage: "verify-object", attempt: 1, startedAt: .now(), keyTimestamp: 17,
            owner: "u1", file: nil,
            facts: [
                "id": .string(version.id), "object-key": .string(version.objectKey), "size": 8,
                "sha256": .string(digest),
            ], resources: resources, environment: Environment(roots: [:]), progress: { _, _ in })
        let stage = VerifyObject(options: NoOptions())
        let error = await #expect(throws: StageError.self) { try await stage.run(context) }
        #expect(error?.kind == "object-missing", "\(String(describing: error))")
        _ = try await store.deleteDocument(of: version.id, expecting: nil)
        #expect(try await stage.run(context) == ["verified-bytes": 0])
    }
}
