internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Synchronization

extension Scheduler {
    /// Goes on with these jobs in place of the former ones.
    ///
    /// - Parameter isStart: whether slots since the position on record count as missed; otherwise a job that was not
    ///   there begins now, also if it had been there before.
    /// - Throws: the store's errors; what was taken over before it stays.
    func take(_ jobs: [Job], isStart: Bool) async throws {
        var kept: Set<ScheduleKey> = []
        for job in jobs where kept.insert(job.key).inserted {
            let key = job.key
            let decider: SlotDecider
            do {
                decider = try makeDecider(job)
            } catch {
                log.error(
                    "schedule-invalid", "The schedule \(key.shown) cannot be followed and starts nothing: \(error)",
                    .init("pipeline", key.pipeline), .init("schedule", key.schedule))
                kept.remove(key)
                continue
            }
            let known = state.withLock { $0.entries[key] }
            if let known, !known.isRemoved {
                state.withLock { state in
                    state.entries[key]?.job = job
                    state.entries[key]?.track.change(decider)
                }
                continue
            }
            let position = try await position(of: key, isStart: isStart)
            state.withLock { state in
                if state.entries[key] != nil {
                    state.entries[key]?.job = job
                    state.entries[key]?.isRemoved = false
                    state.entries[key]?.track.change(decider, position: position)
                } else {
                    let restored = state.takeOrphans(of: key)
                    state.set(
                        .init(job: job, track: ScheduleTrack(decider, position: position, restored: restored)), for: key
                    )
                }
            }
        }
        try await drop(allBut: kept)
        adoptOrphans(by: jobs, isStart: isStart)
    }

    /// What is on record, put there if it is new.
    private func position(of key: ScheduleKey, isStart: Bool) async throws -> Timestamp {
        while true {
            let former = try await store.position(pipeline: key.pipeline, schedule: key.schedule)
            if let former, isStart { return former }
            let now = clock.now()
            let done = try await store.decide(
                [], pipeline: key.pipeline, schedule: key.schedule, from: former, through: now)
            if done != nil { return now }
        }
    }

    private func drop(allBut kept: Set<ScheduleKey>) async throws {
        let dropped = state.withLock { state -> [ScheduleSlot] in
            var dropped: [ScheduleSlot] = []
            for key in state.keys where !kept.contains(key) {
                guard var entry = state.entries[key] else { continue }
                entry.isRemoved = true
                dropped += entry.track.dropWaiting("its schedule was removed")
                state.entries[key] = entry.track.active.isEmpty ? nil : entry
            }
            state.keys.removeAll { state.entries[$0] == nil }
            return dropped
        }
        // One that could not be finished stays claimed on disk, and is settled by the next process.
        for slot in dropped { try await store.finish(slot) }
    }

    /// Slots that a former process has claimed for a schedule that is not there any more: they were due while it was,
    /// so they are carried to their end as long as there is their pipeline. Others wait for it to come back.
    private func adoptOrphans(by jobs: [Job], isStart: Bool) {
        let (adopted, rest) = state.withLock { state -> (Int, [ScheduleSlot]) in
            var adopted = 0
            for slot in state.orphans {
                let key = ScheduleKey(slot)
                guard let job = jobs.first(where: { $0.pipeline.name == slot.pipeline }) else { continue }
                let decider = SlotDecider(key: key, times: NoTimes(), rules: SlotRules(job.trigger))
                let slots = state.takeOrphans(of: key)
                guard !slots.isEmpty else { continue }
                adopted += slots.count
                var entry = SchedulerState.Entry(
                    job: job, track: ScheduleTrack(decider, position: slot.decidedAt, restored: slots))
                entry.isRemoved = true
                state.set(entry, for: key)
            }
            return (adopted, state.orphans)
        }
        if adopted > 0 {
            log.info(
                "scheduled-times-resumed", "Runs of removed schedules are finished",
                .init("times", adopted))
        }
        if isStart, let first = rest.first {
            log.warning(
                "scheduled-times-left",
                "Scheduled times of removed schedules stay claimed until their pipelines come back",
                .init("times", rest.count), .init("pipeline", first.pipeline))
        }
    }
}

/// Of a schedule that is gone.
private struct NoTimes: SlotTimes {
    func next(after time: Timestamp) -> Timestamp? { nil }
    func last(atOrBefore time: Timestamp, after bound: Timestamp) -> Timestamp? { nil }
    func count(after bound: Timestamp, through time: Timestamp) -> Int { 0 }
}
