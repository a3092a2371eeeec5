import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// Versions that stay, and what follows a run that has ended.
@Suite struct RunVariantTests {
    @Test(
        "a version that stays when its run is rejected keeps its object, and a retry goes on with both",
        arguments: ["irreversible: true", "undo: { uses: notify, with: { channel: log, subject: Sorry } }"])
    func versionStays(way: String) async throws {
        let text = TestWorkspace.pipeline().replacing(
            "uses: create-version\n", with: "uses: create-version\n    \(way)\n")
        let bench = try await TestWorkspace(["text": text])
        let workspace = bench.workspace
        let files = [try bench.write("a.txt", "More than four bytes.\n")]
        let result = try #require(try await bench.run(files, inputs: ["schools=nowhere"]).first)
        #expect(result.run.status == .rejected)
        let upload = try #require(result.stages.first { $0.id == "upload" })
        #expect(upload.undo == StageUndo(.irreversible, attempts: 1, message: "A version that stays has this object."))
        let version = try #require(
            try await workspace.catalog.documents(DocumentQuery(), limit: 9, after: nil).items.first)
        let key = try #require(ObjectKey(version.objectKey))
        #expect(try await workspace.objects.open(key)?.sha256() == version.sha256)
        #expect(try await workspace.stores.references.leftBehind(limit: 9).isEmpty, "it is meant to stay")

        try bench.write("schools.yaml", "stanford: Stanford\nucla: UCLA\nnowhere: Nowhere\n")
        let later = try await TestWorkspace(reopening: bench)
        let retry = try await RunContinuation.retry(of: result.run.id, withLatest: false, in: later.workspace) { _ in }
        let end = try #require(try await later.run([try await retry.request()], of: retry.pipeline).first)
        #expect(end.run.status == .succeeded)
        for version in try await later.workspace.catalog.versions(ofSeriesOf: version.id) {
            let object = try await later.workspace.objects.open(try #require(ObjectKey(version.objectKey)))
            #expect(try await object?.sha256() == version.sha256)
        }
        #expect(try await later.workspace.stores.references.leftBehind(limit: 9).isEmpty)
    }

    @Test("a run that has ended is followed by one element with all of its stages")
    func follow() async throws {
        let (bench, id) = try await RunTests().rejected()
        var changes: [RunFollowing.Element] = []
        for try await change in RunFollowing(of: id, in: bench.workspace) { changes.append(change) }
        #expect(changes.count == 1)
        #expect(changes.first?.detail.run.status == .rejected)
        #expect(changes.first?.changed.map(\.id) == changes.first?.detail.stages.map(\.id))
        #expect(changes.first?.limits["upload"] ?? 0 > 0)
        await #expect(throws: Problem.self) {
            for try await _ in RunFollowing(of: "none", in: bench.workspace) {}
        }
    }
}
