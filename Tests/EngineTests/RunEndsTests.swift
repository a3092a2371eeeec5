import CompassTesting
import Engine
import Pipelines
import Platform
import Testing

/// Waits that would last an hour if nothing told of the end.
@Suite(.timeLimit(.minutes(4))) struct RunEndsTests {
    @Test("who waits for a run of this engine is told of its end at once")
    func own() async throws {
        let held = try await HeldRun()
        let (process, id, go, looked) = (held.process, held.id, held.go, Gate())
        async let ending = process.engine.ends.end(of: id, in: process.store, every: .seconds(3_600)) {
            looked.open()
            return false
        }
        await looked.wait()
        go.open()
        guard case .ended(let detail) = try await ending else {
            Issue.record("it has ended")
            return
        }
        #expect(detail.run.status == .succeeded)
        #expect(try await held.run.value.run.id == id)
        // One that has ended before, and one that never was.
        guard case .ended = try await process.engine.ends.end(of: id, in: process.store, isLeaving: { false }),
            case .unknown = try await process.engine.ends.end(of: "none", in: process.store, isLeaving: { false })
        else {
            Issue.record("both are known without a wait")
            return
        }
    }

    @Test("a run of another process is asked for again and again, and not once the wait is given up")
    func others() async throws {
        let held = try await HeldRun()
        let (process, id, go, run) = (held.process, held.id, held.go, held.run)
        let (ends, clock) = (RunEnds(), FakeClock())
        var looks = 0
        let left = try await ends.end(
            of: id, in: process.store, every: .milliseconds(50), upTo: .milliseconds(300), clock: clock.clock
        ) {
            looks += 1
            return looks == 5
        }
        guard case .notAwaited = left else {
            Issue.record("it goes on")
            return
        }
        #expect(clock.sleeps == [50, 100, 200, 300].map { .milliseconds($0) })
        var ending = clock.clock
        ending.sleep = { _ in
            go.open()
            _ = await run.result
        }
        guard
            case .ended(let detail) = try await ends.end(of: id, in: process.store, clock: ending, isLeaving: { false })
        else {
            Issue.record("it has ended")
            return
        }
        #expect(detail.run.status == .succeeded)
        #expect(try await run.value.run.id == id)
    }

    @Test("everybody who waits looks again when asked to")
    func wakeAll() async throws {
        let held = try await HeldRun()
        let (process, id, go, looked) = (held.process, held.id, held.go, Gate())
        let ends = RunEnds()
        let task = Task {
            var looks = 0
            return try await ends.end(of: id, in: process.store, every: .seconds(3_600)) {
                looks += 1
                looked.open()
                return looks == 2
            }
        }
        await looked.wait()
        ends.wakeAll()
        guard case .notAwaited = try await task.value else {
            Issue.record("it goes on")
            return
        }
        go.open()
        #expect(try await held.run.value.run.status == .succeeded)
    }
}

/// A run of one stage, which goes on until `go` is opened.
private struct HeldRun {
    /// Its folder goes with it.
    private let bench: Workbench
    let process: TestProcess
    let id: String
    let go = Gate()
    let run: Task<RunResult, any Error>

    init() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        let reached = Gate()
        bench.world.on("a.before") { [go] _ in
            reached.open()
            await go.wait()
            return [:]
        }
        let process = try await bench.process()
        run = Task { try await process.run(pipeline) }
        await reached.wait()
        id = try #require(try await process.detail()).run.id
        (self.bench, self.process) = (bench, process)
    }
}
