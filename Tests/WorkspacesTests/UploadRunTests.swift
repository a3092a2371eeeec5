import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Synchronization
import Testing
import UploadFolder

@testable import Workspaces

/// What becomes of files that were sent to their end.
@Suite struct UploadRunTests {
    private func whole(_ bench: UploadBench, _ name: String = "essay.txt") async throws -> UploadRecord {
        let upload = try await bench.create(name)
        return try await bench.append("essay\n", to: upload).upload
    }

    @Test("a whole file is run once, as its owner's, under the name that it came with, and its bytes are removed")
    func ran() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create(owner: "kim", title: "My essay", inputs: ["schools=ucla"])
        try await bench.append("essay\n", to: upload)
        guard case .ran(let result) = try await bench.run(upload) else {
            Issue.record("it was not run")
            return
        }
        #expect(result.run.status == .succeeded, "\(String(describing: result.run.error))")
        #expect(result.run.owner == "kim" && result.run.file == "essay.txt")
        #expect(Trigger(result.run.trigger) == .upload(id: upload.id, file: "essay.txt"))
        let document = try #require(try await bench.documents().first)
        #expect(document.owner == "kim" && document.title == "My essay" && document.name == "essay.txt")
        #expect(document.sharedWith == ["ucla"] && document.size == 6)
        #expect(document.objectKey.hasPrefix("kim/"))
        let record = try #require(try await bench.store.upload(upload.id, owner: nil))
        #expect(record.state == .ended && record.run == result.run.id)
        #expect(try bench.folders() == [])
        guard case .ended(let run) = try await bench.run(upload) else {
            Issue.record("it was run again")
            return
        }
        #expect(run == result.run.id)
        #expect(try await bench.runRecords().count == 1)
        #expect(try await bench.documents().count == 1)
    }

    @Test("a file whose run is refused is held in quarantine, and its bytes are removed all the same")
    func rejected() async throws {
        let bench = try await UploadBench(["text": TestWorkspace.pipeline(max: "3B")])
        let upload = try await whole(bench)
        guard case .ran(let result) = try await bench.run(upload) else {
            Issue.record("it was not run")
            return
        }
        #expect(result.run.status == .rejected)
        let held = try #require(try await bench.workspace.quarantine.quarantineEntry(result.run.id))
        #expect(held.kept.path.name == "essay.txt" && held.kept.way == .copy)
        #expect(try Files.read(held.kept.path, limit: 100) == Array("essay\n".utf8))
        #expect(try bench.folders() == [])
    }

    @Test("a file that quarantine only refers to stays, also when the upload is forgotten, until it is discarded")
    func referred() async throws {
        let bench = try await UploadBench(["text": TestWorkspace.pipeline(max: "3B")])
        // Where quarantine cannot make a folder it refers.
        try bench.test.folder.write(".compass/quarantine", [])
        let upload = try await whole(bench)
        guard case .ran(let result) = try await bench.run(upload) else {
            Issue.record("it was not run")
            return
        }
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

    @Test("a file that another run has stored already gets that run's result, and ends")
    func duplicate() async throws {
        let pipeline = TestWorkspace.pipeline().replacing(
            "stages:\n", with: "dedup: { on-duplicate: attach }\nstages:\n")
        let bench = try await UploadBench(["text": pipeline])
        for _ in 1...2 { _ = try await bench.run(whole(bench)) }
        #expect(try await bench.documents().map(\.number) == [1])
        #expect(try await bench.runRecords().count == 1)
        let uploads = try await bench.store.uploads(UploadQuery(), limit: 10, after: nil).items
        #expect(uploads.map(\.state) == [.ended, .ended])
        #expect(try bench.folders() == [])
    }

    private static let deduplicating = TestWorkspace.pipeline().replacing(
        "stages:\n", with: "dedup: { on-duplicate: attach }\nstages:\n")

    @Test(
        "bytes that another document has, sent for a certain document: it gets them as its version, whatever duplicates do",
        arguments: ["attach", "skip", "reject"])
    func known(action: String) async throws {
        let pipeline = TestWorkspace.pipeline().replacing(
            "stages:\n", with: "dedup: { on-duplicate: \(action) }\nstages:\n")
        let bench = try await UploadBench(["text": pipeline])
        try await bench.send("essay\n", title: "One")
        try await bench.send("draft\n", title: "Two")
        let two = try await bench.document("Two")
        let upload = try await bench.create(addingTo: two)
        #expect(upload.title == "Two" && upload.type == two.type && upload.owner == "kim")
        try await bench.append("essay\n", to: upload)
        guard case .ran(let result) = try await bench.run(upload) else {
            Issue.record("it was not run")
            return
        }
        #expect(result.run.status == .succeeded && result.duplicateOf == nil, "\(String(describing: result.run.error))")
        #expect(result.run.trigger["document"]?[Fact.series.name]?.string == two.series)
        #expect(Trigger(result.run.trigger) == .upload(id: upload.id, file: "essay.txt"))
        let made = try await bench.document("Two")
        #expect(made.number == 2 && made.series == two.series && made.run == result.run.id)
        #expect(try await bench.documents().count == 2)
    }

    @Test("the document that a file is for survives the process, and is found whatever it is called by then")
    func carriedOnForDocument() async throws {
        let bench = try await UploadBench(["text": Self.deduplicating])
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

    @Test("a document that is erased or trashed before the run begins: the run says so, and quarantine has the file")
    func lostDocument() async throws {
        let bench = try await UploadBench(["text": Self.deduplicating])
        for (title, text) in [("Trashed", "trash\n"), ("Erased", "erase\n")] {
            try await bench.send(text, title: title)
            let document = try await bench.document(title)
            let upload = try await bench.create(addingTo: document)
            try await bench.append("essay\n", to: upload)
            _ = try await bench.workspace.catalog.trash(document.id)
            if title == "Erased" {
                _ = try await bench.workspace.catalog.deleteDocument(of: document.id, expecting: nil)
            }
            guard case .ran(let result) = try await bench.run(upload) else {
                Issue.record("it was not run")
                return
            }
            #expect(result.run.status == .rejected, "\(title)")
            let message = result.run.error?.message ?? ""
            #expect(message.contains(title == "Trashed" ? "is in the trash" : "is not there any more"), "\(message)")
            #expect(try await bench.workspace.quarantine.quarantineEntry(result.run.id)?.state == .held)
        }
        #expect(try await bench.documents().isEmpty)
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

    @Test("whatever an ended process has left is carried on: each file is stored once, the oldest first")
    func carriedOn() async throws {
        let bench = try await UploadBench()
        // All bytes are there, and that is not on record.
        let unnoticed = try await bench.create("a.txt")
        do {
            let append = try bench.workspace.uploadFolder.append(
                to: unnoticed.id, named: "a.txt", at: 0, length: 6)
            try Array("essay\n".utf8).withUnsafeBytes { try append.write($0) }
        }
        let complete = try await whole(bench, "b.txt")
        // Its run has an id, and has not begun.
        let given = try await whole(bench, "c.txt")
        _ = try await bench.store.giveUpload(given.id, to: "01GIVEN")
        // Its run has ended, and that is not on record.
        let done = try await whole(bench, "d.txt")
        _ = try await bench.store.giveUpload(done.id, to: "01DONE")
        let pipeline = try #require(try bench.pipelines().first)
        let path = bench.workspace.uploadFolder.file(of: done.id, named: "d.txt")
        _ = try await bench.test.run([RunRequest(file: path, owner: "kim", id: "01DONE")], of: pipeline)
        let receiving = try await bench.create("e.txt")
        try await bench.append("ess", to: receiving)

        let order = Mutex<[String]>([])
        try await bench.runs { runs in
            try await runs.carryOn(width: 1) { upload, outcome in
                order.withLock { $0.append(upload.id) }
                if case .failure(let error) = outcome { Issue.record("\(upload.name): \(error)") }
            }
        }
        #expect(order.withLock { $0 } == [unnoticed.id, complete.id, given.id, done.id])
        #expect(Set(try await bench.documents().map(\.name)) == ["a.txt", "b.txt", "c.txt", "d.txt"])
        #expect(Set(try await bench.documents().map(\.owner)) == ["kim"])
        let runs = Set(try await bench.runRecords().map(\.id))
        #expect(runs.count == 4 && runs.isSuperset(of: ["01GIVEN", "01DONE"]))
        #expect(try bench.folders() == [receiving.id])
        try await bench.runs { try await $0.carryOn(width: 1) { _, _ in Issue.record("it was resumed again") } }
        #expect(try await bench.documents().count == 4)
    }

    @Test("an upload whose pipeline is gone waits for it, and says so")
    func noPipeline() async throws {
        let bench = try await UploadBench()
        let upload = try await whole(bench)
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
