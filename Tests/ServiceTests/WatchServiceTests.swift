import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import DocumentStages
import Engine
import Pipelines
import Platform
import Testing
import WatchedFolders

@testable import Service
@testable import Workspaces

/// The start of all watches. Its timeout is an hour in these tests, so they end by what happens or not at all.
@Suite(.timeLimit(.minutes(4))) struct WatchServiceTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        for (name, path) in [("a", "in/a"), ("b", "in/b"), ("c", "missing")] {
            let on = "on: { watch: { path: \(path), rescan: 1h } }"
            let text = "version: 1\nname: \(name)\n\(on)\nstages:\n  - uses: detect-mime\n"
            try folder.write(Path("pipelines/\(name).yaml"), Array(text.utf8))
        }
        for path in ["in/a", "in/b"] as [Path] { try Files.createFolders(folder.path.appending(path)) }
    }

    private func service() async throws -> WatchService {
        let registry = try Registry([DetectMime.self], channels: [LogChannel.self], objectStores: [DirectoryStore.self])
        let workspace = try await Workspace.open(WorkspaceFolder(folder.path, registry: registry), registry: registry)
        let report = try PipelineLint.check([], in: folder.path, registry: registry)
        #expect(report.pipelines.count == 3, "\(report.text())")
        let monitor = RunMonitor(log: .none, announced: {})
        let engine = workspace.engine(pool: WorkerPool(name: "test", width: 2), observe: { monitor.observe(.run($0)) })
        return WatchService(
            UpContext(
                UpContext.Current(workspace: workspace, engine: engine, pipelines: report.pipelines),
                monitor: monitor, pool: WorkerPool(name: "test", width: 2), log: .none),
            timeout: .seconds(3_600))
    }

    @Test("the start is over when each folder is watched or known to be missing")
    func armed() async throws {
        let service = try await service()
        #expect(service.status().map(\.state) == [.starting, .starting, .starting])
        let running = Task { await service.run() }
        await service.armed()
        #expect(service.status().map(\.state) == [.watching, .watching, .missing])
        // Nothing is waited for a second time.
        await service.armed()
        service.stop()
        await running.value
    }

    @Test("nobody waits for watches that a reload takes away, or for any when the process is asked to end")
    func noneLeft() async throws {
        let reloaded = try await service()
        let waiting = Task { await reloaded.armed() }
        reloaded.replace([])
        await waiting.value
        let stopped = try await service()
        let ending = Task { await stopped.armed() }
        stopped.stop()
        await ending.value
        let cancelled = try await service()
        let task = Task { await cancelled.armed() }
        task.cancel()
        await task.value
    }
}
