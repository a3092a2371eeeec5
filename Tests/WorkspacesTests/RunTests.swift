import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct RunTests {
    /// A run that was rejected since its file was too large, after the pipeline was mended.
    func rejected() async throws -> (TestWorkspace, id: String) {
        let bench = try await TestWorkspace(["text": TestWorkspace.pipeline(max: "4B")])
        let result = try #require(try await bench.run([try bench.write("a.txt", "More than four bytes.\n")]).first)
        #expect(result.run.status == .rejected)
        try bench.write("pipelines/text.yaml", TestWorkspace.pipeline())
        return (bench, result.run.id)
    }

    @Test("a retry begins at the stage that failed, with the pipeline that is asked for")
    func retry() async throws {
        let (bench, id) = try await rejected()
        let pinned = try await RunContinuation.retry(of: id, withLatest: false, in: bench.workspace) { _ in }
        #expect(pinned.from == 1 && pinned.kind == .retry && pinned.pipeline.source.contains("max: 4B"))
        let latest = try await RunContinuation.retry(of: id, withLatest: true, in: bench.workspace) { _ in }
        #expect(latest.from == 1 && latest.pipeline.source.contains("max: 100MB"))
        let end = try #require(try await bench.run([try await latest.request()], of: latest.pipeline).first)
        #expect(end.run.status == .succeeded && end.stages.first?.isReused == true)
        try await latest.settle()
        #expect(try await bench.workspace.quarantine.entry(id).state == .released)
        await #expect(throws: Problem.self) {
            _ = try await RunContinuation.retry(of: end.run.id, withLatest: true, in: bench.workspace) { _ in }
        }
        await #expect(throws: Problem.self) {
            _ = try await RunContinuation.retry(of: "none", withLatest: true, in: bench.workspace) { _ in }
        }
    }

    @Test("a run that announces nothing delivers what another process has left")
    func leftNotifications() async throws {
        let renamed = TestWorkspace.pipeline().replacing("name: text", with: "name: told")
        let notify = "  - uses: notify\n    with: { channel: log, subject: New }\n"
        let bench = try await TestWorkspace([
            "text": TestWorkspace.pipeline(), "told": renamed + notify,
        ])
        let told = try bench.pipeline("told")
        let request = try #require(
            try await bench.workspace.requests(for: told, files: [bench.write("a.txt", "One.\n")], arguments: []).first)
        try await bench.workspace.journal.pin(definition: told.hash, pipeline: told.name, source: told.source)
        // Without a host nothing is delivered.
        let engine = bench.workspace.engine(pool: WorkerPool(name: "alone", width: 1)) { _ in }
        await Batch(engine: engine, workers: 1).run([request], of: told, in: .asRequested) { result in
            #expect(result.run.status == .succeeded && result.mayAnnounce)
        }
        #expect(try await bench.workspace.outbox.waiting() == 1)
        let other = try #require(try await bench.run([try bench.write("b.txt", "Two.\n")]).first)
        #expect(other.run.status == .succeeded && !other.mayAnnounce)
        #expect(try await bench.workspace.outbox.waiting() == 0)
    }

    @Test("a replay begins at the stage that is chosen, and at no other")
    func replay() async throws {
        let (bench, id) = try await rejected()
        let replay = try await RunReplay(of: id, withLatest: true, in: bench.workspace) { _ in }
        #expect(replay.stages == ["detect-mime", "size-check", "upload", "create-version", "share"])
        #expect(try replay.continuation(from: "size-check").from == 1)
        #expect { try replay.continuation(from: "size-chek") } throws: { error in
            (error as? Problem)?.kind == .invalidRequest && "\(error)".contains("size-check")
        }
    }

    @Test("a run that has ended is not cancelled, and one that is none is told")
    func cancel() async throws {
        let (bench, id) = try await rejected()
        let cancellation = RunCancellation(workspace: bench.workspace) { _ in }
        guard case .hadEnded(.rejected) = try await cancellation.cancel(id, within: .zero, isForced: true) else {
            Issue.record("it had ended before")
            return
        }
        await #expect(throws: Problem.self) {
            _ = try await cancellation.cancel("none", within: .zero, isForced: false)
        }
    }

    @Test("what the rules say is removed, and nothing is after a batch that is the last one wanted")
    func prune() async throws {
        let bench = try await TestWorkspace()
        let files = try (0..<3).map { try bench.write(Path("\($0).txt"), "\($0)\n") }
        #expect(try await bench.run(files).map(\.run.status) == [.succeeded, .succeeded, .succeeded])
        let retention = Retention(workspace: bench.workspace)
        let rule = Retention.Rule(keeping: 1)
        #expect(try await retention.count([rule]) == 2)
        let (removed, isComplete) = try await retention.prune([rule]) { count, isLast in
            #expect(count == 2 && isLast)
            return true
        }
        #expect(removed == 2 && isComplete)
        let removal = try await retention.removeExpired { _, _ in false }
        #expect(removal == Retention.Removal(), "what is young stays, and the end was asked for")
        #expect(try await retention.removeExpired { _, _ in true } == Retention.Removal())
        #expect(try await bench.workspace.journal.runs(RunQuery(), limit: 10, after: nil).items.count == 1)
    }
}
