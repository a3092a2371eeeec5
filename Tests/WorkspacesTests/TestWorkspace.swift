import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import DocumentStages
import Engine
import Glibc
import Pipelines
import Platform
import Representations
import SQL
import SQLite
import Synchronization
import Testing

@testable import Workspaces

/// A workspace in a folder of its own, used as a second face would use it: without a command.
final class TestWorkspace: Sendable {
    static let all: [any Stage.Type] = [
        DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
        Notify.self, Trash.self, VerifyObject.self,
    ]

    let folder: TestFolder
    let workspace: Workspace

    /// - Parameters:
    ///   - pipelines: their texts by their names.
    ///   - server: what the workspace's file says of it.
    init(
        _ pipelines: [String: String] = ["text": TestWorkspace.pipeline()], server: String = "{}"
    ) async throws {
        folder = try TestFolder()
        let file = "version: 1\nowner: { id: u1 }\nschools: schools.yaml\nserver: \(server)\n"
        try folder.write("compass.yaml", Array(file.utf8))
        try folder.write("schools.yaml", Array("stanford: Stanford\nucla: UCLA\n".utf8))
        for (name, text) in pipelines { try folder.write(Path("pipelines/\(name).yaml"), Array(text.utf8)) }
        workspace = try await Workspace.open(
            WorkspaceFolder(folder.path, registry: Self.registry()), registry: Self.registry())
    }

    /// The same one, as another process opens it.
    init(reopening other: TestWorkspace) async throws {
        folder = other.folder
        workspace = try await Workspace.open(
            WorkspaceFolder(folder.path, registry: Self.registry()), registry: Self.registry())
    }

    static func registry() throws -> Registry {
        try Registry(all, channels: [LogChannel.self], objectStores: [DirectoryStore.self])
    }

    /// Stores a file that is no larger than `max`.
    static func pipeline(max: String = "100MB", schools: String = "[]") -> String {
        """
        version: 1
        name: text
        inputs:
          type: { type: document-type, default: transcript }
          title: { type: string, default: "${{ document.stem }}" }
          schools: { type: list, of: string, default: \(schools) }
        stages:
          - uses: detect-mime
          - uses: size-check
            with: { max: \(max) }
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
          - uses: share
            if: length(inputs.schools) > 0
            with: { schools: "${{ inputs.schools }}" }

        """
    }

    func pipeline(_ name: Path = "text") throws -> Pipeline {
        try workspace.pipeline(name) { Issue.record("\($0.text(style: .plain))") }
    }

    /// - Returns: the path that the workspace is told.
    @discardableResult
    func write(_ name: Path, _ text: String) throws -> Path { try folder.write(name, Array(text.utf8)) }

    /// Runs a pipeline for files, and returns the ends of its runs in their order.
    func run(_ files: [Path], of name: Path = "text", inputs: [String] = []) async throws -> [RunResult] {
        let pipeline = try pipeline(name)
        return try await run(try await workspace.requests(for: pipeline, files: files, arguments: inputs), of: pipeline)
    }

    func run(_ requests: [RunRequest], of pipeline: Pipeline) async throws -> [RunResult] {
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let ends = Ends()
        let host = RunHost(workspace, width: 2) { if case .ended(let result, _, _) = $0 { ends.add(result) } }
        try await host.run(.all) {
            await Batch(engine: host.engine, workers: 2).run(
                requests, of: pipeline, in: .asRequested, deliver: host.end)
        }
        return ends.all
    }

    /// A statement on the database, as from outside.
    func execute(_ sql: String) throws { try Connection(folder.file(".compass/compass.db"), mode: .write).execute(sql) }

    private final class Ends: Sendable {
        private let results = Mutex<[RunResult]>([])
        var all: [RunResult] { results.withLock { $0 } }
        func add(_ result: RunResult) { results.withLock { $0.append(result) } }
    }
}
