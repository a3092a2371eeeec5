import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Synchronization
import Testing
import UploadFolder

@testable import Workspaces

/// Runs of files that are for a certain document, or that quarantine refers to.
@Suite struct UploadRunVariantTests {
    @Test("a file that quarantine only refers to stays, also when the upload is forgotten, until it is discarded")
    func referred() async throws {
        let bench = try await UploadBench(["text": TestWorkspace.pipeline(max: "3B")])
        // Where quarantine cannot make a folder it refers.
        try bench.test.folder.write(".compass/quarantine", [])
        let upload = try await bench.whole()
        let result = try await bench.ran(upload)
        let held = try #require(try await bench.workspace.quarantine.quarantineEntry(result.run.id))
        #expect(held.kept.way == .reference)
        #expect(try bench.folders() == [upload.id])
        bench.advance(by: .seconds(86_401))
        let sweep = try await bench.uploads.sweep()
        #expect((sweep.givenUp, sweep.forgotten, sweep.orphans) == (0, 1, 0))
        #expect(try bench.folders() == [upload.id])
        _ = try await bench.workspace.quarantine.resolve(result.run.id, as: .discarded, to: nil)
        #expect(try await bench.uploads.sweep().orphans == 1)
        #expect(try bench.folders() == [])
    }

    @Test(
        "bytes that another document has, sent for a certain document: it gets them as its version, whatever duplicates do",
        arguments: ["attach", "skip", "reject"])
    func known(action: String) async throws {
        let pipeline = UploadRunTests.deduplicating.replacing("attach", with: action)
        let bench = try await UploadBench(["text": pipeline])
        try await bench.send("essay\n", title: "One")
        try await bench.send("draft\n", title: "Two")
        let two = try await bench.document("Two")
        let upload = try await bench.create(addingTo: two)
        #expect(upload.title == "Two" && upload.type == two.type && upload.owner == "kim")
        try await bench.append("essay\n", to: upload)
        let result = try await bench.ran(upload)
        #expect(result.run.status == .succeeded && result.duplicateOf == nil, "\(String(describing: result.run.error))")
        #expect(result.run.trigger["document"]?[Fact.series.name]?.string == two.series)
        #expect(Trigger(result.run.trigger) == .upload(id: upload.id, file: "essay.txt"))
        let made = try await bench.document("Two")
        #expect(made.number == 2 && made.series == two.series && made.run == result.run.id)
        #expect(try await bench.documents().count == 2)
    }

    @Test("the document that a file is for survives the process, and is found whatever it is called by then")
    func carriedOnForDocument() async throws {
        let bench = try await UploadBench(["text": UploadRunTests.deduplicating])
        try await bench.send("essay\n", title: "One")
        try await bench.send("draft\n", title: "Two")
        let two = try await bench.document("Two")
        let upload = try await bench.create("new.txt", addingTo: two)
        try await bench.append("essay\n", to: upload)
        _ = try await bench.workspace.catalog.edit(two.id, MetadataChange(title: "Renamed"))
        // Another process knows what is on disk alone.
        let next = try await bench.reopened()
        #expect(try await next.store.upload(upload.id, owner: nil)?.document?[Fact.series.name]?.string == two.series)
        try await next.runs { runs in
            try await runs.carryOn(width: 1) { _, outcome in
                if case .failure(let error) = outcome { Issue.record("\(error)") }
            }
        }
        let versions = try await next.workspace.catalog.versions(ofSeriesOf: two.id)
        #expect(versions.map(\.number) == [2, 1] && versions[0].name == "new.txt")
        #expect(versions[0].title == "Renamed")
        #expect(try await next.documents().count == 2)
    }

    @Test("a file for a document in the trash, or that its pipeline gives another title, is refused before a byte")
    func refusedDocument() async throws {
        let bench = try await UploadBench()
        try await bench.send("essay\n", title: "One")
        let document = try await bench.document("One")
        _ = try await bench.workspace.catalog.trash(document.id)
        let trashed = try await bench.workspace.catalog.version(document.id)
        var error = await #expect(throws: UploadError.self) { try await bench.create(addingTo: trashed) }
        #expect(error?.kind == .invalid)
        #expect(error?.message.contains("is in the trash") == true, "\(String(describing: error))")
        let fixed = try await UploadBench([
            "text": TestWorkspace.pipeline().replacing("${{ inputs.title }}", with: "Always so")
        ])
        try await fixed.send("essay\n")
        let always = try await fixed.document("Always so")
        _ = try await fixed.workspace.catalog.edit(always.id, MetadataChange(title: "Other"))
        let renamed = try await fixed.workspace.catalog.version(always.id)
        error = await #expect(throws: UploadError.self) { try await fixed.create(addingTo: renamed) }
        #expect(error?.kind == .invalid, "\(String(describing: error))")
        #expect(error?.message.contains("would be called `Always so`") == true, "\(String(describing: error))")
        #expect(try bench.folders() == [] && fixed.folders() == [])
    }

    @Test("an upload whose pipeline is gone waits for it, and says so")
    func noPipeline() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.whole()
        let path = bench.test.folder.file("pipelines/text.yaml")
        let text = try Files.read(path, limit: 10_000)
        try Files.remove(path)
        let error = await #expect(throws: UploadError.self) { try await bench.run(upload) }
        #expect(error?.kind == .noPipeline)
        #expect(
            error?.message
                == "Upload \(upload.id) waits for pipeline `text`, which the workspace does not have any more. Put its file "
                + "back into pipelines/.")
        try Files.replace(path, with: text)
        _ = try await bench.run(upload)
        #expect(try await bench.documents().count == 1)
    }
}
