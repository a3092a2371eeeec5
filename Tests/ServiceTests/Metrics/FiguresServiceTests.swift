import Diagnostics
import Channels
import CompassTesting
import DirectoryStore
import DocumentStages
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Service
@testable import Workspaces

@Suite(.timeLimit(.minutes(4))) struct FiguresServiceTests {
    @Test("what the workspace keeps is counted at once, and forgotten when it cannot be counted any more")
    func kept() async throws {
        let folder = try TestFolder()
        let registry = try Registry([DetectMime.self], channels: [LogChannel.self], objectStores: [DirectoryStore.self])
        let workspace = try await Workspace.open(WorkspaceFolder(folder.path, registry: registry), registry: registry)
        let monitor = RunMonitor(log: .none, announced: {})
        let engine = workspace.engine(pool: WorkerPool(name: "test", width: 2), observe: { monitor.observe(.run($0)) })
        let service = FiguresService(
            UpContext(
                UpContext.Current(workspace: workspace, engine: engine, pipelines: []), monitor: monitor,
                pool: WorkerPool(name: "test", width: 2), log: .none))
        #expect(service.kept == nil)
        // It looks once before it sees that it is to end.
        service.stop()
        await service.run()
        let kept = try #require(service.kept)
        #expect(kept.statistics.documents.total == 0 && kept.statistics.quarantine.files == 0)
        #expect((kept.statistics.databaseBytes ?? 0) > 0)
        #expect(kept.uploads.map(\.state) == ["receiving", "complete"] && kept.uploads.allSatisfy { $0.count == 0 })
        #expect(kept.free.map(\.of) == ["database", "objects"] && kept.free.allSatisfy { $0.bytes > 0 })
        #expect(kept.lastBackup == nil, "none is on record")
        let before = Timestamp.now()
        let copy = Backup(of: workspace, pool: WorkerPool(name: "test", width: 2)) { _ in }
        _ = try await copy.make(at: folder.file("b.tar"), replacing: false)
        await service.run()
        #expect(try #require(service.kept?.lastBackup) >= Timestamp(microseconds: before.milliseconds * 1_000))
        try await workspace.stores.close()
        await service.run()
        #expect(service.kept == nil)
    }
}
