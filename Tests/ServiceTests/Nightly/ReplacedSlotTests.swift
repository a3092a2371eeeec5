import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import DocumentStages
import Engine
import Pipelines
import Platform
import Scheduling
import Testing

@testable import Service
@testable import Workspaces

/// What becomes of a slot that a later one replaces while something else has its run: it must not be on record as cancelled
/// before the run is.
@Suite struct ReplacedSlotTests {
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case run, batch

        var testDescription: String { self == .run ? "a run" : "a batch" }
    }

    private let folder: TestFolder
    private let pool = WorkerPool(name: "test", width: 4)

    init() throws {
        folder = try TestFolder()
    }

    private func open() async throws -> Workspace {
        let registry = try Registry([Notify.self], channels: [LogChannel.self], objectStores: [DirectoryStore.self])
        return try await Workspace.open(WorkspaceFolder(folder.path, registry: registry), registry: registry)
    }

    /// Of a process.
    private func context(_ workspace: Workspace) -> UpContext {
        let engine = workspace.engine(pool: pool, observe: { _ in })
        return UpContext(
            UpContext.Current(workspace: workspace, engine: engine, pipelines: []),
            monitor: RunMonitor(log: .none, announced: {}), pool: pool, log: .none)
    }

    private func pipeline(_ kind: Kind, _ workspace: Workspace) async throws -> Pipeline {
        let text = """
            version: 1
            name: p
            \(kind == .batch ? "source: { documents: {} }" : "")
            stages:
              - uses: notify
                with: { channel: log, subject: x }
            """
        let pipeline = try #require(
            PipelineLoader.load(
                Array(text.utf8), file: "p.yaml", registry: workspace.registry, context: workspace.lint
            ).pipeline)
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: "p", source: text)
        return pipeline
    }

    private let slot = ScheduleSlot(
        pipeline: "p", schedule: "* * * * * UTC", at: Timestamp(microseconds: 0), state: .claimed, run: "01SLOT",
        decidedAt: Timestamp(microseconds: 0))

    /// Does what a scheduler does for a slot that is replaced as soon as it has its turn.
    private func replace(_ context: UpContext, _ pipeline: Pipeline, isEnding: Bool) async -> SlotEnd? {
        let batches = BatchWork(context)
        let work = SlotWork(context, batches: batches) { _ in nil }
        work.cancel(slot)
        if isEnding {
            context.stop()
            batches.stop()
        }
        return await withTaskExecutorPreference(pool) { await work.run(slot, of: pipeline, began: {}) }
    }

    @Test(
        "C18: what another process works on is told to end; a process that ends before it has leaves slot and batch unfinished",
        arguments: Kind.allCases)
    func elsewhere(kind: Kind) async throws {
        let (workspace, other) = (try await open(), try await open())
        let pipeline = try await pipeline(kind, workspace)
        var run = RunRecord(
            id: kind == .run ? "01SLOT" : "01ITEM", pipeline: "p", definition: pipeline.hash, file: nil, owner: "u",
            inputs: [:], batch: kind == .run ? nil : "01SLOT", startedAt: .now(), keyTimestamp: 1)
        if kind == .batch {
            try await workspace.batches.put(
                BatchRecord(
                    id: "01SLOT", pipeline: "p", definition: pipeline.hash, inputs: [:], trigger: [:], startedAt: .now()
                ))
        }
        _ = try await other.journal.start(run, stages: [], limit: nil, key: nil)

        #expect(await replace(context(workspace), pipeline, isEnding: true) == nil)
        #expect(try await other.leases.cancellations() == [run.id])
        #expect(try await workspace.journal.run(run.id)?.run.status == .running)
        if kind == .batch { #expect(try await workspace.batches.batch("01SLOT")?.status == .running) }

        (run.status, run.finishedAt) = (.cancelled, .now())
        try await other.journal.commit([.runFinished(run)])
        #expect(await replace(context(workspace), pipeline, isEnding: false) == SlotEnd(.cancelled))
        if kind == .batch {
            let batch = try #require(try await workspace.batches.batch("01SLOT"))
            #expect(batch.status == .cancelled && batch.items == 1)
        }
    }

    @Test("C18: what is replaced before it began leaves no run, also while the process ends", arguments: Kind.allCases)
    func before(kind: Kind) async throws {
        let workspace = try await open()
        let pipeline = try await pipeline(kind, workspace)
        let expected = SlotEnd(.cancelled, reason: "replaced before it began", hasRun: false)
        for isEnding in [false, true] {
            #expect(await replace(context(workspace), pipeline, isEnding: isEnding) == expected)
        }
        #expect(try await workspace.journal.run("01SLOT") == nil)
        #expect(try await workspace.batches.batch("01SLOT") == nil)
    }
}
