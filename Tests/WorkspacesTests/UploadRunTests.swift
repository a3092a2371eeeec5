import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Synchronization
import Testing
import UploadFolder

@testable import Workspaces

/// What becomes of files that were sent to their end.
@Suite struct UploadRunTests {
    static let deduplicating = TestWorkspace.pipeline().replacing(
        "stages:\n", with: "dedup: { on-duplicate: attach }\nstages:\n")

    @Test("a whole file is run once, as its owner's, under the name that it came with, and its bytes are removed")
    func ran() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create(owner: "kim", title: "My essay", inputs: ["schools=ucla"])
        try await bench.append("essay\n", to: upload)
        let result = try await bench.ran(upload)
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

    @Test("a run is known from the moment that an upload or a webhook names it, until it is on record")
    func awaited() async throws {
        let bench = try await UploadBench()
        let workspace = bench.workspace
        func awaited(_ run: String, _ owner: String? = nil) async throws -> AwaitedRun? {
            try await workspace.stores.awaitedRun(run, for: owner, among: workspace.pipelineNames)
        }
        func pipeline(_ run: String, _ owner: String? = nil) async throws -> String? {
            try await awaited(run, owner)?.pipeline
        }
        func all() async throws -> [AwaitedRun] {
            try await workspace.stores.awaitedRuns(limit: 10, among: workspace.pipelineNames)
        }
        let upload = try await bench.whole()
        #expect(try await pipeline("01RUN") == nil)
        #expect(try await pipeline(upload.id) == nil)
        #expect(try await all().map(\.upload) == [upload.id])
        _ = try await bench.store.giveUpload(upload.id, to: "01RUN")
        #expect(try await pipeline("01RUN") == upload.pipeline)
        #expect(try await all() == [try #require(try await awaited("01RUN"))])
        #expect(try await pipeline("01RUN", "kim") == upload.pipeline)
        #expect(try await pipeline("01RUN", "ana") == nil)
        #expect(try await bench.ran(upload).run.id == "01RUN")
        #expect(try await pipeline("01RUN") == nil)
        #expect(try await all() == [])
        let webhooks = bench.workspace.stores.webhooks
        _ = try await webhooks.addWebhookRequest(
            WebhookRequest(
                hook: "/hooks/a", message: "m", digest: String(repeating: "0", count: 64), run: "01HOOK",
                pipeline: "announce", owner: "kim", inputs: [:], file: nil, createdAt: upload.createdAt))
        #expect(try await pipeline("01HOOK") == "announce")
        #expect(try await pipeline("01HOOK", "kim") == "announce")
        #expect(try await pipeline("01HOOK", "ana") == nil)
        let hook = try #require(try await awaited("01HOOK"))
        #expect(hook.reason == .noPipeline && hook.webhook == "/hooks/a" && hook.run == "01HOOK")
        #expect(try await all() == [hook])
        await #expect(
            throws: Problem.refused(
                "Run `01HOOK` has not begun: the workspace has no pipeline `announce` any more, whose file has to be put back "
                    + "into pipelines/.")
        ) { try await IdentifierName("01hook", of: .run).id(in: workspace) }
        try await webhooks.endWebhookRequest(ofRun: "01HOOK")
        #expect(try await pipeline("01HOOK") == nil)
        await #expect(throws: Problem.noRun("01HOOK")) {
            try await IdentifierName("01HOOK", of: .run).id(in: workspace)
        }
        _ = try await webhooks.addWebhookRequest(
            WebhookRequest(
                hook: "/hooks/a", message: "n", digest: String(repeating: "0", count: 64), run: "01FILE",
                pipeline: "text",
                owner: "kim", inputs: [:], file: .init(url: "https://example.org/a/b.txt?key=x", name: "b.txt"),
                createdAt: upload.createdAt))
        #expect(try await all().map(\.detail) == ["its file is still to be got from https://example.org"])
    }

    @Test("a file whose run is refused is held in quarantine, and its bytes are removed all the same")
    func rejected() async throws {
        let bench = try await UploadBench(["text": TestWorkspace.pipeline(max: "3B")])
        let upload = try await bench.whole()
        let result = try await bench.ran(upload)
        #expect(result.run.status == .rejected)
        let held = try #require(try await bench.workspace.quarantine.quarantineEntry(result.run.id))
        #expect(held.kept.path.name == "essay.txt" && held.kept.way == .copy)
        #expect(try Files.read(held.kept.path, limit: 100) == Array("essay\n".utf8))
        #expect(try bench.folders() == [])
    }

    @Test("a file that another run has stored already gets that run's result, and ends")
    func duplicate() async throws {
        let bench = try await UploadBench(["text": Self.deduplicating])
        for _ in 1...2 { _ = try await bench.run(bench.whole()) }
        #expect(try await bench.documents().map(\.number) == [1])
        #expect(try await bench.runRecords().count == 1)
        let uploads = try await bench.store.uploads(UploadQuery(), limit: 10, after: nil).items
        #expect(uploads.map(\.state) == [.ended, .ended])
        #expect(try bench.folders() == [])
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
            let result = try await bench.ran(upload)
            #expect(result.run.status == .rejected, "\(title)")
            let message = result.run.error?.message ?? ""
            #expect(message.contains(title == "Trashed" ? "is in the trash" : "is not there any more"), "\(message)")
            #expect(try await bench.workspace.quarantine.quarantineEntry(result.run.id)?.state == .held)
        }
        #expect(try await bench.documents().isEmpty)
    }

    @Test("whatever an ended process has left is carried on: each file is stored once, the oldest first")
    func carriedOn() async throws {
        let bench = try await UploadBench()
        // All bytes are there, and that is not on record.
        let unnoticed = try await bench.create("a.txt")
        do {
            let append = try bench.workspace.uploadFolder.append(to: unnoticed.id, named: "a.txt", at: 0, length: 6)
            try Array("essay\n".utf8).withUnsafeBytes { try append.write($0) }
        }
        let complete = try await bench.whole("b.txt")
        // Its run has an id, and has not begun.
        let given = try await bench.whole("c.txt")
        _ = try await bench.store.giveUpload(given.id, to: "01GIVEN")
        // Its run has ended, and that is not on record.
        let done = try await bench.whole("d.txt")
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
}
