import CompassTesting
import Diagnostics
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Synchronization
import Testing
import UploadFolder

@testable import Workspaces

/// A workspace to which files are sent, with a clock that can be set.
final class UploadBench: Sendable {
    let test: TestWorkspace
    private let time = Mutex(Timestamp(microseconds: 1_800_000_000_000_000))
    private let pool = WorkerPool(name: "upload", width: 2)
    private let folder: UploadFolder

    init(_ pipelines: [String: String] = ["text": TestWorkspace.pipeline()]) async throws {
        test = try await TestWorkspace(pipelines)
        folder = test.workspace.uploadFolder
    }

    private init(reopening other: TestWorkspace) async throws {
        test = try await TestWorkspace(reopening: other)
        folder = test.workspace.uploadFolder
    }

    /// The same workspace, as another process opens it.
    func reopened() async throws -> UploadBench { try await UploadBench(reopening: test) }

    var workspace: Workspace { test.workspace }
    var store: any UploadStore { workspace.stores.uploads }
    var uploads: Uploads {
        Uploads(workspace, folder: folder, pool: pool, now: { [self] in time.withLock { $0 } })
    }

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    func pipelines() throws -> [Pipeline] {
        try workspace.allPipelines { Issue.record("\($0.text(style: .plain))") }
    }

    func create(
        _ name: String = "essay.txt", length: Int64 = 6, owner: String = "kim", type: DocumentType = .transcript,
        title: String? = nil, inputs: [String] = []
    ) async throws -> UploadRecord {
        try await uploads.create(
            UploadAnnouncement(owner: owner, length: length, name: name, type: type, title: title, inputs: inputs),
            for: pipelines())
    }

    func create(_ name: String = "essay.txt", addingTo document: DocumentVersion) async throws -> UploadRecord {
        try await uploads.create(UploadAnnouncement(addingTo: document, length: 6, name: name), for: pipelines())
    }

    @discardableResult
    func append(
        _ text: String, to upload: UploadRecord, at offset: Int64 = 0, owner: String? = nil,
        checksum: UploadChecksum? = nil
    ) async throws -> UploadProgress {
        try await uploads.append(
            Self.stream([Array(text.utf8)]), to: upload.id, of: owner, at: offset, checksum: checksum)
    }

    static func stream(_ pieces: [[UInt8]], failing error: (any Error)? = nil) -> AsyncThrowingStream<
        [UInt8], any Error
    > {
        AsyncThrowingStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish(throwing: error)
        }
    }

    /// Gives work the runs of uploads, on a host of their own.
    func runs<Result: Sendable>(
        _ body: @escaping @Sendable (UploadRuns) async throws -> Result
    ) async throws -> Result {
        let pipelines = try pipelines()
        let uploads = uploads
        let host = RunHost(workspace, width: 2) { _ in }
        let dispatcher = Dispatcher(engine: host.engine, workers: 2)
        return try await host.run(.all) {
            try await body(
                UploadRuns(
                    uploads, pipelines: { pipelines },
                    launch: { request, pipeline in
                        let result = await dispatcher.run(request, of: pipeline)
                        if let result { await host.end(result) }
                        return result
                    }, ends: host.engine.ends, isLeaving: { false }))
        }
    }

    func run(_ upload: UploadRecord) async throws -> UploadRuns.Outcome {
        try await runs { try await $0.run(upload.id) }
    }

    /// What came of the run of an upload that has none yet.
    func ran(_ upload: UploadRecord) async throws -> RunResult {
        guard case .ran(let result) = try await run(upload) else { throw Problem(.failed, "it was not run") }
        return result
    }

    /// An upload with all its bytes.
    func whole(_ name: String = "essay.txt") async throws -> UploadRecord {
        try await append("essay\n", to: create(name)).upload
    }

    /// Sends a file whole, and has it run.
    func send(_ text: String, title: String? = nil) async throws {
        let upload = try await create(title: title)
        try await append(text, to: upload)
        _ = try await run(upload)
    }

    func document(_ title: String) async throws -> DocumentVersion {
        try #require(try await documents().first { $0.title == title }, "there is no document \(title)")
    }

    /// Requests to webhooks that begin now.
    func pending() async throws -> [WebhookRequest] {
        var found: [WebhookRequest] = []
        let waiting = try await Webhooks(uploads).look(among: Set(pipelines().map(\.name))) { found.append($0) }
        #expect(waiting == [:])
        return found
    }

    /// What lies in the folder of uploads.
    func folders() throws -> [String] {
        let path = test.folder.file(".compass/uploads")
        return Files.exists(path) ? try Files.list(path).map(\.text) : []
    }

    func documents() async throws -> [DocumentVersion] {
        try await workspace.catalog.documents(DocumentQuery(), limit: 100, after: nil).items
    }

    func runRecords() async throws -> [RunRecord] {
        try await workspace.journal.runs(RunQuery(), limit: 100, after: nil).items
    }
}
