import CompassTesting
import Engine
import Pipelines
import Platform
import Representations
import Synchronization
import Testing

@testable import Workspaces

@Suite struct BatchTests {
    private static let pipeline = """
        version: 1
        name: texts
        source:
          files: { glob: "in/*.txt" }
        stages:
          - uses: detect-mime

        """

    private func bench() async throws -> TestWorkspace {
        let bench = try await TestWorkspace(["texts": Self.pipeline])
        for number in 0..<3 { try bench.write(Path("in/\(number).txt"), "Text \(number)\n") }
        return bench
    }

    @Test("a batch runs all items of its source, and its outcome is what the journal has")
    func run() async throws {
        let bench = try await bench()
        let (workspace, pipeline) = (bench.workspace, try bench.pipeline("texts"))
        let start = BatchStart(workspace: workspace) { Issue.record("nothing is unfinished: \($0)") }
        let (batch, pinned) = try await start.batch(of: pipeline, inputs: [:])
        let run = BatchRun(batch, of: pinned, in: workspace, workers: 2) { _ in }
        let before = try await run.outcome()
        #expect(!before.isOnRecord && before.summary.batch.status == .running)
        let host = RunHost(workspace, width: 2) { _ in }
        try await host.run(.all) { try await run.carryOut(on: host) }
        let outcome = try await run.outcome()
        #expect(outcome.isOnRecord && outcome.summary.batch.status == .succeeded)
        #expect(outcome.summary.counts == [.succeeded: 3] && outcome.summary.itemLabel == "file")
        #expect(outcome.progress == "3 of 3 files done")
    }

    @Test("an unfinished batch is cancelled for good, and one that has ended is not")
    func cancel() async throws {
        let bench = try await bench()
        let (workspace, pipeline) = (bench.workspace, try bench.pipeline("texts"))
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let start = BatchStart(workspace: workspace) { _ in }
        let (batch, _) = try await start.batch(of: pipeline, inputs: [:])
        try await workspace.batches.put(batch)
        let cancellation = BatchCancellation(workspace: workspace) { _ in }
        let outcome = try await cancellation.cancel(batch.id, within: .zero)
        #expect(outcome.summary.batch.status == .cancelled && outcome.unresponsive.isEmpty)
        await #expect(throws: Problem.self) { _ = try await cancellation.cancel(batch.id, within: .zero) }
        await #expect(throws: Problem.self) { _ = try await cancellation.cancel("none", within: .zero) }
    }

    @Test("what was interrupted goes on as it began; what nobody can read any more has failed")
    func resume() async throws {
        let bench = try await bench()
        let (workspace, pipeline) = (bench.workspace, try bench.pipeline("texts"))
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        try await workspace.journal.pin(definition: "0bad", pipeline: "texts", source: "version: 1\nstages: none\n")
        let start = BatchStart(workspace: workspace) { _ in }
        let (batch, _) = try await start.batch(of: pipeline, inputs: [:])
        let unreadable = BatchRecord(
            id: "unreadable", pipeline: "texts", definition: "0bad", inputs: [:], trigger: Trigger.command.record,
            startedAt: .now())
        try await workspace.batches.put(batch)
        try await workspace.batches.put(unreadable)
        let resumption = Resumption(of: workspace)
        #expect(try await resumption.resumeRuns(workers: 2, observe: { _ in }, worked: {}) == 0)
        var (resumed, refused): ([String], [BatchRecord]) = ([], [])
        try await resumption.resumeBatches { batch, pipeline in
            resumed.append(batch.id)
            let run = BatchRun(batch, of: pipeline, in: workspace, workers: 2) { _ in }
            let host = RunHost(workspace, width: 2) { _ in }
            try await host.run(.all) { try await run.carryOut(on: host) }
        } refused: {
            refused.append($0)
        }
        #expect(resumed == [batch.id])
        #expect(refused.map(\.id) == ["unreadable"] && refused.first?.error?.kind == "not-resumable")
        #expect(try await workspace.batches.unfinishedBatches().isEmpty)
        let upkeep = try await resumption.keepUp(timeout: .zero)
        #expect(upkeep == Resumption.Upkeep())
    }
}
