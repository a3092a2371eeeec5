import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import Engine

/// Work that blocks its thread from the beginning, as copying a large file does, must hear that it is cancelled.
@Suite(.timeLimit(.minutes(1))) struct BlockingCancellationTests {
    private let pool = WorkerPool(name: "blocking", width: 1)
    private let begun = Gate()

    /// Blocks until the task is cancelled or `end` is opened.
    ///
    /// - Returns: whether it heard of a cancellation.
    private func block(until end: ThreadGate) async -> Bool {
        await withTaskCancellationHandler {
            begun.open()
            end.wait()
            return Task.isCancelled
        } onCancel: {
            end.open()
        }
    }

    @Test("a body with a time limit that does not suspend hears of the cancellation from outside")
    func withLimit() async throws {
        let end = ThreadGate()
        let task = Task(executorPreference: pool) {
            try await withTimeout(
                TimeSpan(milliseconds: 3_600_000), on: pool, clock: .system, message: "too late"
            ) { await block(until: end) }
        }
        await begun.wait()
        task.cancel()
        // Cancelling tells everybody before it returns; a body that was not told ends by this.
        end.open()
        #expect(try await task.value)
    }

    @Test("a run that does not suspend hears of the cancellation from outside")
    func run() async {
        let end = ThreadGate()
        let task = Task(executorPreference: pool) {
            await RunControl().run(on: pool) { await block(until: end) }
        }
        await begun.wait()
        task.cancel()
        end.open()
        #expect(await task.value)
    }

    @Test("what is cancelled before it begins is so from the beginning", arguments: [false, true])
    func before(hasLimit: Bool) async throws {
        let task = Task(executorPreference: pool) {
            withUnsafeCurrentTask { $0?.cancel() }
            if !hasLimit { return await RunControl().run(on: pool) { Task.isCancelled } }
            return try await withTimeout(
                TimeSpan(milliseconds: 3_600_000), on: pool, clock: .system, message: "too late"
            ) { Task.isCancelled }
        }
        #expect(try await task.value)
    }
}
