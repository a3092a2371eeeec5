import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// The engine on a real database, with stages that the tests define.
@Suite struct EngineTests {
    @Test("all stages succeed: the run is recorded with its stages, facts become the document")
    func success() async throws {
        let bench = try await TestBench()
        let result = try await bench.run([bench.stage(Look.self), bench.stage(Act.self), bench.stage(Tell.self)])
        #expect(result.run.status == .succeeded)
        #expect(result.run.document == ["size": 5])
        #expect(result.stages.map(\.status) == [.succeeded, .succeeded, .succeeded])
        let detail = try #require(try await bench.store.run(result.run.id))
        #expect(detail.run == result.run)
        #expect(detail.stages.map(\.id) == ["look", "act", "tell"])
        #expect(detail.stages[1].intent == ["deed": "act"])
        #expect(detail.notifications.map(\.notification.subject) == ["Hello"])
        #expect(bench.world.deeds == ["did act"])
    }

    @Test("a rejection ends the run, later stages are skipped, effects are taken back in reverse order")
    func rejection() async throws {
        let bench = try await TestBench()
        let result = try await bench.run([
            bench.stage(Act.self, id: "first"), bench.stage(Act.self, id: "second"), bench.stage(Tell.self),
            bench.stage(Refuse.self), bench.stage(Act.self, id: "never"),
        ])
        #expect(result.run.status == .rejected)
        #expect(result.run.error == RunFailure(stage: "refuse", kind: "bad", message: "The document is bad."))
        #expect(result.stages.map(\.status) == [.succeeded, .succeeded, .succeeded, .rejected, .skipped])
        #expect(bench.world.deeds == ["did first", "did second", "untold", "undid second", "undid first"])
        let detail = try #require(try await bench.store.run(result.run.id))
        #expect(detail.stages.map(\.undo?.status) == [.undone, .undone, .undone, nil, nil])
    }

    @Test("a failure of a class that may be tried again is, with the waits of the rule, and attempts are kept")
    func retries() async throws {
        let bench = try await TestBench()
        var rule = RetryRule()
        rule.maxAttempts = 3
        rule.initial = TimeSpan(milliseconds: 100)
        rule.errors = [.network]
        let result = try await bench.run([bench.stage(Flaky.self, retry: rule)])
        #expect(result.run.status == .succeeded)
        #expect(result.stages[0].attempts == 3)
        #expect(bench.clock.sleeps == [.milliseconds(50), .milliseconds(100)])
        let detail = try #require(try await bench.store.run(result.run.id))
        #expect(detail.attempts.map(\.status) == [.failed, .failed, .succeeded])
        #expect(detail.attempts[0].error?.message == "Try 1 failed.")
    }

    @Test(
        "a failure is final when the attempts are used up, the class is not listed, or the deadline would pass",
        arguments: [(2, [.network], 60_000), (5, [.server], 60_000), (5, [.network], 20)]
            as [(Int, Set<ErrorClass>, Int64)])
    func final(attempts: Int, classes: Set<ErrorClass>, deadline: Int64) async throws {
        let bench = try await TestBench()
        var rule = RetryRule()
        rule.maxAttempts = attempts
        rule.initial = TimeSpan(milliseconds: 100)
        rule.errors = classes
        let result = try await bench.run([
            bench.stage(Flaky.self, retry: rule, deadline: TimeSpan(milliseconds: deadline))
        ])
        #expect(result.run.status == .failed)
        #expect(result.run.error?.kind == "down")
    }

    @Test("a rejection is never tried again")
    func rejectionIsFinal() async throws {
        let bench = try await TestBench()
        var rule = RetryRule()
        rule.maxAttempts = 9
        let result = try await bench.run([bench.stage(Refuse.self, retry: rule)])
        #expect(result.stages[0].attempts == 1)
    }

    @Test("a stage that takes longer than its timeout is cancelled and fails with class timeout")
    func timeout() async throws {
        let bench = try await TestBench(alarmsRing: true)
        let result = try await bench.run([bench.stage(Hang.self, timeout: TimeSpan(milliseconds: 20))])
        #expect(result.run.status == .failed)
        #expect(
            result.run.error
                == RunFailure(
                    stage: "hang", kind: "timeout", message: "Stage `hang` took longer than 20ms.", errorClass: .timeout
                ))
    }

    @Test("a timeout reaches a stage that blocks the only thread there is", .timeLimit(.minutes(1)))
    func blockingTimeout() async throws {
        let bench = try await TestBench(width: 1, clock: .system)
        let result = try await bench.run([bench.stage(Occupy.self, timeout: TimeSpan(milliseconds: 20))])
        #expect(result.run.error?.kind == "timeout")
    }

    @Test("a stage with continue-on-error fails without ending the run, and has nothing taken back")
    func continueOnError() async throws {
        let bench = try await TestBench()
        let result = try await bench.run([
            bench.stage(Act.self), bench.stage(Flaky.self, continueOnError: true), bench.stage(Act.self, id: "after"),
        ])
        #expect(result.run.status == .succeeded)
        #expect(result.stages.map(\.status) == [.succeeded, .failed, .succeeded])
        #expect(bench.world.deeds == ["did act", "did after"])
    }

    @Test("handlers run by outcome, then finally, and one that fails does not hide the first error")
    func handlers() async throws {
        let bench = try await TestBench()
        let rejected = try await bench.run(
            [bench.stage(Refuse.self)], onSuccess: [bench.stage(Act.self, id: "success")],
            onRejected: [bench.stage(Flaky.self, id: "broken"), bench.stage(Act.self, id: "rejected")],
            finally: [bench.stage(Act.self, id: "finally")])
        #expect(rejected.run.status == .rejected)
        #expect(rejected.run.error?.stage == "refuse")
        #expect(rejected.stages.map(\.status) == [.rejected, .failed, .skipped, .succeeded])
        let failed = try await bench.run(
            [bench.stage(Look.self)], onSuccess: [bench.stage(Flaky.self)],
            finally: [bench.stage(Act.self, id: "after")])
        #expect(failed.run.status == .failed)
        #expect(failed.run.error?.stage == "flaky")
        #expect(bench.world.deeds == ["did finally", "did after"])
    }

    @Test("a cancelled run stops its stage, takes back what was done and is recorded as cancelled")
    func cancelled() async throws {
        let bench = try await TestBench()
        let pipeline = try bench.pipeline([
            bench.stage(Act.self), bench.stage(Hang.self), bench.stage(Act.self, id: "never"),
        ])
        try await bench.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let request = RunRequest(file: bench.file)
        async let result = withThrowingTaskGroup(of: RunResult.self) { group in
            group.addTask { await bench.engine.run(request, of: pipeline) }
            _ = await bench.recorder.first { event in
                if case .stageStarted(_, "hang", _, _) = event { true } else { false }
            }
            group.cancelAll()
            return try await #require(group.next())
        }
        let run = try await result.run
        #expect(run.status == .cancelled)
        #expect(bench.world.deeds == ["did act", "undid act"])
        #expect(try await bench.store.run(run.id)?.run.status == .cancelled)
    }

    @Test("a batch delivers its results in the order of the requests and keeps to the limit of a group")
    func batch() async throws {
        let bench = try await TestBench()
        var files: [Path] = []
        for number in 0..<40 { files.append(try bench.folder.write(Path("f\(number)"), [UInt8(number)])) }
        let pipeline = try bench.pipeline([bench.stage(Look.self), bench.stage(Tell.self)])
        try await bench.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        var names: [String?] = []
        await Batch(engine: bench.engine, workers: 8).run(files.map { RunRequest(file: $0) }, of: pipeline) {
            names.append($0.run.file)
            #expect($0.run.status == .succeeded)
        }
        #expect(names == files.map(\.description))
        #expect(try await bench.store.runs(RunQuery(), limit: 100, after: nil).items.count == 40)
    }

    @Test("two runs of one file name have two keys")
    func keys() async throws {
        let bench = try await TestBench()
        let first = try await bench.run([bench.stage(Look.self)])
        let second = try await bench.run([bench.stage(Look.self)])
        #expect(first.run.keyTimestamp != second.run.keyTimestamp)
    }
}
