internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Scheduling
internal import Synchronization
internal import Workspaces

/// Does what the slots of schedules ask for: a batch, a look through watched folders, or a run. Each begins once, since
/// its id was fixed before.
final class SlotWork: Sendable {
    private struct State {
        var tasks: [String: Task<SlotEnd?, Never>] = [:]
        var cancelled: Set<String> = []
    }

    private let context: UpContext
    private let batches: BatchWork
    private let rescan: @Sendable (String) -> Int?
    private let state = Mutex(State())

    /// How often it looks for the end of a run that another process works on: nothing tells of that.
    private static let pollInterval = Duration.seconds(5)
    /// The same for one that is being ended, which others wait for.
    private static let shortInterval = Duration.milliseconds(500)
    private static let maxCancelled = 1_000

    /// - Parameter rescan: has the watched folders of a pipeline looked through, and returns how many there are; nil:
    ///   nobody watches folders here.
    init(_ context: UpContext, batches: BatchWork, rescan: @escaping @Sendable (String) -> Int?) {
        self.context = context
        self.batches = batches
        self.rescan = rescan
    }

    /// - Parameter began: is called when it begins, unless a former process has begun it.
    /// - Returns: how it ended, as the journal has it; nil: it is to be started again at the next start.
    func run(_ slot: ScheduleSlot, of pipeline: Pipeline, began: @escaping @Sendable () -> Void) async -> SlotEnd? {
        guard let id = slot.run else { return SlotEnd(.failed, hasRun: false) }
        // A task of its own, so that `cancel` ends this one and no other. What is cancelled before gets none: one that is
        // cancelled only after it was made may have begun by then.
        let task = state.withLock { state -> Task<SlotEnd?, Never>? in
            if state.cancelled.contains(id) { return nil }
            let task = Task(executorPreference: context.pool) { await self.perform(slot, id, of: pipeline, began) }
            state.tasks[id] = task
            return task
        }
        let end = await withTaskCancellationHandler {
            await task?.value ?? nil
        } onCancel: {
            task?.cancel()
        }
        let isCancelled = state.withLock { state in
            state.tasks[id] = nil
            return state.cancelled.remove(id) != nil
        }
        return isCancelled && end == nil ? await ended(id, of: pipeline) : end
    }

    /// Ends what goes on for a slot, or keeps it from beginning. That it has ended is up to `run` to tell.
    func cancel(_ slot: ScheduleSlot) {
        guard let id = slot.run else { return }
        let task = state.withLock { state in
            // `run` may be still to come. If it is over, the id is never asked for again, and need not be kept for ever.
            if state.cancelled.count > Self.maxCancelled { state.cancelled = [] }
            state.cancelled.insert(id)
            return state.tasks[id]
        }
        batches.cancel(id)
        task?.cancel()
        // One that an earlier process has begun.
        context.engine.cancel([id])
    }

    /// Sees to the end of what `cancel` ended: it may go on in another place, and a process that ends leaves it
    /// unfinished. A slot must not be on record as cancelled while its run may still act.
    private func ended(_ id: String, of pipeline: Pipeline) async -> SlotEnd? {
        let none = SlotEnd(.cancelled, reason: "replaced before it began", hasRun: false)
        var backoff = Backoff()
        while true {
            do {
                if pipeline.batchSource != nil {
                    guard let batch = try await context.workspace.batches.batch(id) else { return none }
                    return try await batches.end(batch, of: pipeline).map { SlotEnd($0) }
                }
                guard let run = try await context.workspace.journal.run(id)?.run else { return none }
                if run.status != .running { return SlotEnd(run.status) }
                // On record first, so that whoever carries it on ends it.
                _ = try await context.workspace.leases.requestCancellation(of: id)
                context.engine.cancel([id])
                if context.isStopping || Task.isCancelled { return nil }
                await context.engine.ends.wait(for: id, atMost: Self.shortInterval)
            } catch {
                if context.isStopping || Task.isCancelled { return nil }
                let wait = backoff.next()
                context.log.error(
                    "schedule-problem",
                    "A run that a later scheduled time replaces cannot be ended now; it is tried again: \(error)",
                    .init("pipeline", pipeline.name), .init("run", id), .init("wait", wait))
                await context.engine.ends.wait(for: id, atMost: wait)
            }
        }
    }

    private func perform(
        _ slot: ScheduleSlot, _ id: String, of pipeline: Pipeline, _ began: @escaping @Sendable () -> Void
    ) async -> SlotEnd? {
        var backoff = Backoff()
        while true {
            do {
                return try await attempt(slot, id, of: pipeline, began)
            } catch {
                if Task.isCancelled || context.isStopping { return nil }
                let wait = backoff.next()
                context.log.error(
                    "schedule-problem", "A scheduled run cannot be started now; it is tried again: \(error)",
                    .init("pipeline", pipeline.name), .init("run", id), .init("wait", wait))
                await context.engine.ends.wait(for: id, atMost: wait)
            }
        }
    }

    private func attempt(
        _ slot: ScheduleSlot, _ id: String, of pipeline: Pipeline, _ began: @Sendable () -> Void
    ) async throws -> SlotEnd? {
        let trigger = Self.trigger(schedule: slot.schedule, at: slot.at, isCaughtUp: slot.isCaughtUp)
        if pipeline.batchSource != nil {
            if let refusal = try await refusal(id, of: pipeline, trigger) {
                context.log.error(
                    "batch-refused", "A schedule's batch cannot begin: \(refusal)", .init("pipeline", pipeline.name),
                    .init("schedule", slot.schedule), .init("at", slot.at))
                return SlotEnd(.failed, reason: refusal, hasRun: false)
            }
            return try await batches.run(id, of: pipeline, inputs: [:], trigger: trigger, began: began)
                .map { SlotEnd($0) }
        }
        if let reader = pipeline.firstReader {
            return context.isStopping ? nil : lookThrough(slot, of: pipeline, reader, began)
        }
        // `Recovery` carries it on, or another process does.
        let ending = try await context.engine.ends.end(
            of: id, in: context.workspace.journal, every: Self.pollInterval, isLeaving: { context.isStopping })
        switch ending {
        case .ended(let detail): return SlotEnd(detail.run.status)
        case .notAwaited: return nil
        case .unknown: break
        }
        let result = await context.launch(RunRequest(file: nil, trigger: trigger, id: id), of: pipeline, began: began)
        guard let result, !result.isAbandoned else { return nil }
        return SlotEnd(result.run.status)
    }

    /// What runs see of a slot.
    static func trigger(schedule: String, at time: Timestamp, isCaughtUp: Bool) -> Record {
        Trigger.schedule(schedule, at: time, isCaughtUp: isCaughtUp).record
    }

    /// Why a batch that has not begun cannot begin, as for one that is asked for; nil: it can, or has begun.
    private func refusal(_ id: String, of pipeline: Pipeline, _ trigger: Record) async throws -> String? {
        let workspace = context.workspace
        if context.isStopping { return nil }
        if try await workspace.batches.batch(id) != nil { return nil }
        let batch = BatchRecord(
            id: id, pipeline: pipeline.name, definition: pipeline.hash, inputs: [:], trigger: trigger,
            startedAt: .now())
        let refusal = try await BatchCheck(workspace: workspace, pool: context.pool).refusal(of: batch, pipeline)?
            .description
        context.refusals.set(refusal, for: pipeline)
        return refusal
    }

    /// Runs that need a file begin for what watched folders have, so that a file is never taken by two of them.
    private func lookThrough(
        _ slot: ScheduleSlot, of pipeline: Pipeline, _ reader: PipelineStage, _ began: @Sendable () -> Void
    ) -> SlotEnd {
        let fields: [LogEntry.Field] = [
            .init("pipeline", pipeline.name), .init("schedule", slot.schedule), .init("at", slot.at),
        ]
        let count = rescan(pipeline.name)
        let end = Self.end(afterLookingThrough: count)
        switch count {
        case nil:
            context.log.warning(
                "schedule-without-watch", "A schedule looks through watched folders, which this process does not watch",
                fields)
        case 0:
            // Lint refuses such a pipeline; this one may come from elsewhere.
            context.log.error(
                "schedule-without-file",
                "A schedule can start nothing: stage `\(reader.id)` reads a file, and the pipeline has neither `source` "
                    + "nor a watched folder. Add one of them", fields)
        case let count?:
            began()
            context.log.info(
                "scheduled-time-rescan",
                "A scheduled time starts a scan of \(HumanFormat.count(count, "watched folder"))",
                fields + [.init("folders", count)])
        }
        return end
    }

    /// What is put on record of a slot that begins no run.
    ///
    /// - Parameter count: how many watched folders are looked through; nil: nobody watches folders here.
    static func end(afterLookingThrough count: Int?) -> SlotEnd {
        switch count {
        case nil: SlotEnd(.skipped, reason: "this process watches no folders", hasRun: false)
        case 0: SlotEnd(.failed, reason: "there is neither a source nor a watched folder", hasRun: false)
        case let count?:
            SlotEnd(
                .succeeded, reason: "looked through \(HumanFormat.count(count, "watched folder"))", hasRun: false)
        }
    }
}
