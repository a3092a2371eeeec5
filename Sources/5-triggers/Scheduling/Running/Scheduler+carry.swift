internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Synchronization

extension Scheduler {
    /// Carries a slot from its start to its end, and puts that on record.
    ///
    /// - Returns: whether it has ended; otherwise it stays claimed, for the next process.
    func carry(_ slot: ScheduleSlot, _ pipeline: Pipeline) async -> Bool {
        // What was kept from beginning by trouble may begin again.
        let isTold = Mutex(false)
        let end = await launch(slot, pipeline) { [log] in
            guard
                isTold.withLock({ told in
                    defer { told = true }
                    return !told
                })
            else { return }
            log.info(
                "scheduled-time-started",
                "\(slot.isCaughtUp ? "A missed time" : "A scheduled time") of \(ScheduleKey(slot).shown) starts",
                .init("pipeline", slot.pipeline), .init("schedule", slot.schedule), .init("at", slot.at),
                .init("run", slot.run ?? ""))
        }
        guard let end, let state = Self.state(end.status) else { return false }
        Failpoint.pass("scheduler.launched")
        var slot = slot
        slot.state = state
        slot.reason = end.reason ?? (state == .skipped ? "its run was skipped" : nil)
        if !end.hasRun { slot.run = nil }
        return await finish(slot)
    }

    /// nil: it goes on, so that this process can only be ending.
    private static func state(_ status: RunStatus) -> ScheduleSlot.State? {
        switch status {
        case .running: nil
        case .succeeded: .succeeded
        case .rejected: .rejected
        case .failed: .failed
        case .cancelled: .cancelled
        case .skipped: .skipped
        }
    }

    /// Records an end, as often as it takes.
    ///
    /// - Returns: false when the task was cancelled before that worked; the slot stays claimed then.
    func finish(_ slot: ScheduleSlot) async -> Bool {
        let key = ScheduleKey(slot)
        var pause = Duration.seconds(1)
        while true {
            do {
                try await store.finish(slot)
                state.withLock { _ = $0.entries[key]?.endTroubles.removeValue(forKey: slot.at) }
                return true
            } catch {
                state.withLock { $0.entries[key]?.endTroubles[slot.at] = "\(error)" }
                log.error(
                    "schedule-store-failed",
                    "The end of a scheduled time of \(key.shown) cannot be recorded: \(error)",
                    .init("pipeline", slot.pipeline), .init("at", slot.at))
            }
            do {
                try await clock.sleep(pause)
            } catch {
                // Cancelled: the next process finds the run in the journal and records its end.
                return false
            }
            pause = min(pause * 2, .seconds(60))
        }
    }
}
