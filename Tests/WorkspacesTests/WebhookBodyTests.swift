import Accounts
import CompassTesting
import Diagnostics
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing
import UploadFolder

@testable import Workspaces

/// Files that are the bodies of requests to webhooks.
@Suite struct WebhookBodyTests {
    private struct Cut: Error {}

    private static let trigger = WebhookTrigger(
        path: "/hooks/a", secret: "A", owner: "kim", type: .transcript, span: SourceSpan(file: "p", line: 1, column: 1))
    private static let message = Webhooks.FileMessage(
        id: "m1", name: "essay.txt", length: 6, inputs: ["title=My essay"])
    private static let again = Problem.refused(
        "Message `m1` came before with another body. A new message needs an id of its own.")

    /// - Parameter text: what comes of the file; nil: nobody may read any of it.
    private static func take(
        _ text: String?, _ bench: UploadBench, failing error: (any Error)? = nil,
        message: Webhooks.FileMessage = message
    ) async throws -> (request: WebhookRequest, upload: UploadRecord?) {
        try await Webhooks(bench.uploads).take(
            message, UploadBench.stream(text.map { [Array($0.utf8)] } ?? [], failing: text == nil ? Cut() : error),
            by: trigger, of: try #require(try bench.pipelines().first))
    }

    private static func known(_ bench: UploadBench) async throws -> WebhookRequest? {
        try await bench.workspace.stores.webhooks.webhookRequest("m1", of: "/hooks/a")
    }

    @Test("a file becomes a document by the run that its sender was told, once in seven days, whatever is sent again")
    func once() async throws {
        let bench = try await UploadBench()
        let (request, upload) = try await Self.take("essay\n", bench)
        #expect(upload?.id == request.run && upload?.state == .complete && upload?.owner == "kim")
        #expect(try await Self.take(nil, bench).request.run == request.run)
        let result = try await bench.ran(try #require(upload))
        #expect(result.run.id == request.run && result.run.status == .succeeded)
        #expect(Trigger(result.run.trigger) == .webhook(path: "/hooks/a", id: "m1"))
        #expect(try await bench.documents().map(\.title) == ["My essay"])
        #expect(try await bench.pending() == [])
        // Nothing is on record but the message.
        bench.advance(by: UploadRecord.lifetime + .seconds(1))
        _ = try await bench.uploads.sweep()
        _ = try await bench.workspace.stores.personal.eraseRuns([request.run])
        #expect(try await bench.pending() == [])
        #expect(try await Self.take(nil, bench).request.run == request.run)
        bench.advance(by: WebhookRequest.lifetime)
        #expect(try await bench.pending() == [])
        #expect(try await Self.known(bench) == nil)
        #expect(try await Self.take("essay\n", bench).request.run != request.run)
    }

    @Test(
        "a file that does not come whole, or has too many bytes: nothing of it is left, and the message may come again")
    func cut() async throws {
        let bench = try await UploadBench()
        await #expect(throws: Cut.self) { try await Self.take("ess", bench, failing: Cut()) }
        await #expect(throws: UploadError.self) { try await Self.take("essays\n", bench) }
        #expect(try bench.folders() == [])
        #expect(try await bench.store.uploads(UploadQuery(), limit: 10, after: nil).items.isEmpty)
        #expect(try await Self.known(bench) == nil)
        #expect(try await Self.take("essay\n", bench).upload?.state == .complete)
    }

    /// How far a process was when it died.
    enum Place: CaseIterable {
        case recorded, folder, received, whole
    }

    @Test(
        "a process that died: the message comes again with the same run, and is read unless it is whole",
        arguments: Place.allCases)
    func died(place: Place) async throws {
        let bench = try await UploadBench()
        let run = Identifier.run(at: .now())
        let store = bench.workspace.stores.webhooks
        _ = try await store.addWebhookRequest(
            WebhookRequest(
                hook: "/hooks/a", message: "m1", digest: "", run: run, pipeline: "text", owner: "kim", inputs: [:],
                file: nil, createdAt: bench.uploads.now()))
        let folder = bench.workspace.uploadFolder
        switch place {
        case .recorded: break
        case .folder: try await folder.create(run, length: 6, awaited: 0) {}
        case .received, .whole:
            _ = try await bench.uploads.begin(
                UploadAnnouncement(owner: "kim", length: 6, name: "essay.txt", type: .transcript), as: run,
                for: bench.pipelines())
            let append = try folder.append(to: run, named: "essay.txt", at: 0, length: 6)
            try Array((place == .whole ? "essay\n" : "old").utf8).withUnsafeBytes { try append.write($0) }
            _ = try append.end()
        }
        // Nobody runs it by itself.
        #expect(try await bench.pending() == [])
        let taken = try await Self.take(place == .whole ? nil : "essay\n", bench)
        let upload = try #require(taken.upload)
        #expect(taken.request.run == run && upload.id == run && upload.state == .complete)
        let result = try await bench.ran(upload)
        #expect(result.run.id == run && result.run.status == .succeeded)
        #expect(try await bench.documents().map(\.size) == [6])
    }

    @Test(
        "a message that comes again with another name, length or input is refused, and nothing of it is read",
        arguments: [
            Webhooks.FileMessage(id: "m1", name: "essay.exe", length: 6, inputs: ["title=My essay"]),
            Webhooks.FileMessage(id: "m1", name: "essay.txt", length: 7, inputs: ["title=My essay"]),
            Webhooks.FileMessage(id: "m1", name: "essay.txt", length: 6, inputs: []),
        ])
    func other(message: Webhooks.FileMessage) async throws {
        let bench = try await UploadBench()
        let run = try await Self.take("essay\n", bench).request.run
        await #expect(
            throws: Problem.refused(
                "Message `m1` came before with another name, length or input. A new message needs an id of its own.")
        ) { try await Self.take(nil, bench, message: message) }
        #expect(try await Self.take(nil, bench).request.run == run)
    }

    @Test("what a process that died has left of a message's file goes with its record, and the message is a new one")
    func swept() async throws {
        let bench = try await UploadBench()
        let run = Identifier.run(at: .now())
        let webhooks = bench.workspace.stores.webhooks
        func begin(_ run: String, _ message: String, digest: String) async throws {
            _ = try await webhooks.addWebhookRequest(
                WebhookRequest(
                    hook: "/hooks/a", message: message, digest: digest, run: run, pipeline: "text", owner: "kim",
                    inputs: [:], file: nil, createdAt: bench.uploads.now()))
            _ = try await bench.uploads.begin(
                UploadAnnouncement(owner: "kim", length: 6, name: "essay.txt", type: .transcript), as: run,
                for: bench.pipelines())
        }
        try await begin(run, "m1", digest: "")
        // Its file is fetched again.
        let fetched = Identifier.run(at: .now())
        try await begin(fetched, "m2", digest: "d")
        #expect(try await bench.uploads.sweep().givenUp == 1)
        #expect(try bench.folders() == [fetched])
        #expect(try await Self.known(bench) == nil)
        #expect(try await webhooks.webhookRequest(ofRun: fetched) != nil)
        #expect(try await Self.take("essay\n", bench).request.run != run)
    }

    @Test(
        "a message that comes once with a file and once with JSON: the second one is refused", arguments: [true, false])
    func mixed(fileFirst: Bool) async throws {
        let bench = try await UploadBench()
        let pipeline = try #require(try bench.pipelines().first)
        let json = Webhooks.Message(
            id: "m1", digest: "d", inputs: [],
            file: WebhookRequest.File(url: "https://example.org/e", name: "essay.txt"))
        if fileFirst {
            _ = try await Self.take("essay\n", bench)
            await #expect(throws: Self.again) {
                try await Webhooks(bench.uploads).take(json, by: Self.trigger, of: pipeline)
            }
        } else {
            _ = try await Webhooks(bench.uploads).take(json, by: Self.trigger, of: pipeline)
            await #expect(throws: Self.again) { try await Self.take("essay\n", bench) }
        }
    }
}
