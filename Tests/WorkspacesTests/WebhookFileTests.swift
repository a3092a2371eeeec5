import CompassTesting
import Diagnostics
import Documents
import Engine
import Pipelines
import Platform
import Testing

@testable import Workspaces

/// Files that webhooks are told of.
@Suite struct WebhookFileTests {
    private static let trigger = WebhookTrigger(
        path: "/hooks/a", secret: "A", owner: "kim", type: .transcript, span: SourceSpan(file: "p", line: 1, column: 1))
    private static let message = Webhooks.Message(
        id: "m1", digest: "d", inputs: ["title=My essay"],
        file: WebhookRequest.File(url: "https://example.org/e", name: "essay.txt"))

    @Test("a file that was got becomes a document once, by the run that its sender was told, also of another process")
    func stored() async throws {
        let bench = try await UploadBench()
        let pipeline = try #require(try bench.pipelines().first)
        let webhooks = Webhooks(
            bench.uploads,
            files: HookedFiles(fetch: { _, file, _, _ in try file.write(Array("essay\n".utf8)) }, pauses: []))
        let request = try await webhooks.take(Self.message, by: Self.trigger, of: pipeline)
        #expect(try await webhooks.take(Self.message, by: Self.trigger, of: pipeline).run == request.run)
        for _ in 1...2 {
            guard case .upload(let upload) = try await webhooks.prepare(request, among: [pipeline]) else {
                Issue.record("there is no upload")
                return
            }
            #expect(upload.id == request.run && upload.state == .complete && upload.owner == "kim")
        }
        #expect(try await bench.pending() == [])
        let upload = try #require(try await bench.store.upload(request.run, owner: nil))
        let result = try await bench.ran(upload)
        #expect(result.run.id == request.run && result.run.status == .succeeded)
        #expect(Trigger(result.run.trigger) == .webhook(path: "/hooks/a", id: "m1"))
        #expect(try await bench.documents().map(\.title) == ["My essay"])
        guard case .nothing = try await webhooks.prepare(request, among: [pipeline]) else {
            Issue.record("it would run again")
            return
        }
    }

    @Test("a request begins, however many older ones wait for a pipeline that is gone; those are counted")
    func behind() async throws {
        let bench = try await UploadBench()
        for (index, pipeline) in ["gone", "gone", "away", "gone", "text", "gone"].enumerated() {
            // Two came at the same time.
            if index != 2 { bench.advance(by: .seconds(1)) }
            _ = try await bench.workspace.stores.webhooks.addWebhookRequest(
                WebhookRequest(
                    hook: "/hooks/a", message: "m\(index)", digest: "d", run: "01R\(index)", pipeline: pipeline,
                    owner: "kim",
                    inputs: [:], file: nil, createdAt: bench.uploads.now()))
        }
        for page in 1...7 {
            var begun: [String] = []
            let waiting = try await Webhooks(bench.uploads).look(among: ["text"], page: page) { begun.append($0.run) }
            #expect(begun == ["01R4"])
            #expect(waiting == ["gone": 4, "away": 1])
        }
    }

    @Test("a request that waits for its run is in the export of the person, and not once it is with its run")
    func exported() async throws {
        let bench = try await UploadBench()
        try await bench.send("essay\n")
        let webhooks = Webhooks(bench.uploads)
        let request = try await webhooks.take(Self.message, by: Self.trigger, of: #require(try bench.pipelines().first))
        func exported(_ name: Path) async throws -> Value {
            let target = bench.test.folder.path.appending(name)
            _ = try await PersonExport(of: "kim", in: bench.workspace, format: .json).write(to: target) { _, _ in }
            return try Value(
                json: String(decoding: Files.read(target.appending("webhooks.json"), limit: 1 << 20), as: UTF8.self))
        }
        let waiting = try await exported("first").list?.first
        #expect(waiting?["run"] == .string(request.run) && waiting?["url"] == "https://example.org/e")
        #expect(waiting?["inputs"] == ["title": "My essay"])
        try await webhooks.end(request)
        #expect(try await exported("second") == [])
    }

    @Test(
        "a file that cannot be got is tried again only where that makes sense, and then its run says why",
        arguments: [true, false])
    func fails(isPassing: Bool) async throws {
        let bench = try await UploadBench()
        let pipeline = try #require(try bench.pipelines().first)
        let tries = Guarded(0)
        let webhooks = Webhooks(
            bench.uploads,
            files: HookedFiles(
                fetch: { _, _, _, _ in
                    tries.withLock { $0 += 1 }
                    throw HookedFileError("It answered 404.", isPassing: isPassing)
                }, pauses: [.zero, .zero]))
        let request = try await webhooks.take(Self.message, by: Self.trigger, of: pipeline)
        guard case .run(let run) = try await webhooks.prepare(request, among: [pipeline]) else {
            Issue.record("there is no run")
            return
        }
        #expect(run.obstacle == "It answered 404." && run.id == request.run && run.shownFile == "essay.txt")
        #expect(tries.withLock { $0 } == (isPassing ? 3 : 1))
        #expect(try await bench.pending().map(\.run) == [request.run])
    }
}
