internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// Does what the slots of schedules ask for: a batch, a look through watched folders, or a run. Each begins once, since
/// its id was fixed before.
final class SlotWork: Sendable {
    private struct State {
        var tasks: [String: Task<RunStatus?, Never>] = [:]
        var cancelled: Set<String> = []
    }

    private let context: UpContext
    private let batches: BatchWork
    private let rescan: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// How often it looks for the end of a run that another process works on: nothing tells of that.
    private static let patience = Duration.seconds(5)
    private static let mostCancelled = 1_000

    /// - Parameter rescan: has the watched folders of a pipeline looked through; false: nobody watches them here.
    init(_ context: UpContext, batches: BatchWork, rescan: @escaping @Sendable (String) -> Bool) {
        self.context = context
        self.batches = batches
        self.rescan = rescan
    }

    /// - Parameter began: is called when it begins, unless a former process has begun it.
    /// - Returns: how it ended; nil: it is to be started again at the next start.
    func run(_ slot: ScheduleSlot, of pipeline: Pipeline, began: @escaping @Sendable () -> Void) async -> RunStatus? {
        guard let id = slot.run else { return .failed }
        // A task of its own, so that `cancel` ends this one and no other.
        let task = state.withLock { state -> Task<RunStatus?, Never> in
            let task = Task(executorPreference: context.pool) { await self.perform(slot, id, of: pipeline, began) }
            state.tasks[id] = task
            if state.cancelled.contains(id) { task.cancel() }
            return task
        }
        let status = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return state.withLock { state in
            state.tasks[id] = nil
            let isCancelled = state.cancelled.remove(id) != nil
            return status ?? (isCancelled ? .cancelled : nil)
        }
    }

    /// Ends what goes on for a slot, or keeps it from beginning.
    func cancel(_ slot: ScheduleSlot) {
        guard let id = slot.run else { return }
        let task = state.withLock { state in
            // `run` may be still to come. If it is over, the id is never asked for again, and need not be kept for ever.
            if state.cancelled.count > Self.mostCancelled { state.cancelled = [] }
            state.cancelled.insert(id)
            return state.tasks[id]
        }
        batches.cancel(id)
        task?.cancel()
        // One that an earlier process has begun.
        context.engine.cancel([id])
    }

    private func perform(
        _ slot: ScheduleSlot, _ id: String, of pipeline: Pipeline, _ began: @escaping @Sendable () -> Void
    ) async -> RunStatus? {
        var backoff = Backoff()
        while true {
            do {
                return try await attempt(slot, id, of: pipeline, began)
            } catch {
                if Task.isCancelled || context.isStopping { return nil }
                let wait = backoff.next()
                context.log.error(
                    "schedule-trouble", "What a schedule asks for cannot be started now; it is tried again: \(error)",
                    .init("pipeline", pipeline.name), .init("run", id), .init("wait", wait))
                await context.monitor.waitForEnd(of: id, atMost: wait)
            }
        }
    }

    private func attempt(
        _ slot: ScheduleSlot, _ id: String, of pipeline: Pipeline, _ began: @Sendable () -> Void
    ) async throws -> RunStatus? {
        let trigger: Record = [
            "kind": "schedule", "schedule": .string(slot.schedule), "at": .string(slot.at.description),
            "caught-up": .boolean(slot.isCaughtUp),
        ]
        if pipeline.batchSource != nil {
            return try await batches.run(id, of: pipeline, inputs: [:], trigger: trigger, began: began)
        }
        if pipeline.firstReader != nil {
            if context.isStopping { return nil }
            if rescan(pipeline.name) {
                began()
                return .succeeded
            }
            context.log.warning(
                "schedule-without-watch", "A schedule looks through watched folders, which this process does not watch",
                .init("pipeline", pipeline.name))
            return .skipped
        }
        while let run = try await context.workspace.journal.run(id)?.run {
            if run.status != .running { return run.status }
            if context.isStopping { return nil }
            // `Recovery` carries it on, or another process does.
            await context.monitor.waitForEnd(of: id, atMost: Self.patience)
            if Task.isCancelled { return nil }
        }
        let result = await context.launch(RunRequest(file: nil, trigger: trigger, id: id), of: pipeline, began: began)
        guard let result, !result.isAbandoned else { return nil }
        return result.run.status
    }
}
