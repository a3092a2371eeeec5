internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Synchronization

/// What a scheduler does at every look at the clock.
struct SchedulerLoop {
    let scheduler: Scheduler
    let events: AsyncStream<SchedulerEvent>.Continuation
    private var watch: ClockWatch
    /// What it begins with, until that is taken over.
    private var first: [Scheduler.Job]?
    private var hasOrphans = false
    /// While the store fails: when it is tried again, by the clock that nobody sets.
    private var retriesAt: Duration?
    private var pause = SchedulerLoop.shortestPause

    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)

    init(scheduler: Scheduler, _ jobs: [Scheduler.Job], events: AsyncStream<SchedulerEvent>.Continuation) {
        self.scheduler = scheduler
        self.events = events
        first = jobs
        watch = ClockWatch(scheduler.clock)
    }

    /// Takes over what was replaced, decides what is due, and starts what has its turn.
    mutating func turn(_ group: inout DiscardingTaskGroup) async {
        if let step = watch.step() { tell(step) }
        // One whose turn it is does not count as waiting when the next slot is decided.
        start(&group)
        if retriesAt.map({ $0 <= scheduler.clock.uptime() }) ?? true {
            retriesAt = nil
            do {
                try await begin()
                try await takeReplacement()
                try await decide(&group)
                pause = Self.shortestPause
                scheduler.state.withLock { $0.trouble = nil }
            } catch is CancellationError {
                return
            } catch {
                scheduler.state.withLock { $0.trouble = "\(error)" }
                scheduler.log.error(
                    "schedule-store-failed",
                    "Scheduled times cannot be recorded; nothing new is started until that works: \(error)")
                retriesAt = scheduler.clock.uptime() + pause
                pause = min(pause * 2, Self.longestPause)
            }
        }
        start(&group)
    }

    /// Rings when there is something to do, or when it is time to look at the clock again.
    func setAlarm() -> Alarm {
        var wait = scheduler.longestWait
        if let retriesAt {
            wait = min(wait, retriesAt - scheduler.clock.uptime())
        } else if let time = scheduler.state.withLock({ $0.wakesAt }) {
            wait = min(wait, time - scheduler.clock.now())
        }
        return scheduler.clock.alarm(max(.zero, wait)) { [events] in events.yield(.wake) }
    }

    // MARK: Parts

    private func start(_ group: inout DiscardingTaskGroup) {
        let now = scheduler.clock.now()
        for (slot, pipeline) in scheduler.state.withLock({ $0.start(at: now) }) {
            group.addTask { [scheduler, events] in
                let hasEnded = await scheduler.carry(slot, pipeline)
                events.yield(hasEnded ? .ended(slot) : .left(slot))
            }
        }
        end(scheduler.state.withLock { $0.endReplaced() }, &group)
    }

    private func end(_ slots: [ScheduleSlot], _ group: inout DiscardingTaskGroup) {
        for slot in slots { group.addTask { [scheduler] in await scheduler.cancel(slot) } }
    }

    /// Each part once, so that what was taken over before the store failed is not taken twice.
    private mutating func begin() async throws {
        guard let jobs = first else { return }
        if !hasOrphans {
            let orphans = try await scheduler.store.claimed()
            scheduler.state.withLock { $0.orphans = orphans }
            hasOrphans = true
        }
        try await scheduler.take(jobs, isStart: true)
        first = nil
    }

    private func takeReplacement() async throws {
        let replacement = scheduler.state.withLock { state in
            defer { state.replacement = nil }
            return state.replacement
        }
        guard let replacement else { return }
        do {
            try await scheduler.take(replacement, isStart: false)
        } catch {
            // To be tried again, unless a later one has come meanwhile.
            scheduler.state.withLock { $0.replacement = $0.replacement ?? replacement }
            throw error
        }
    }

    private struct Decided: Sendable {
        let key: ScheduleKey
        let decision: SlotDecision
        /// nil: another process has decided.
        let slots: [ScheduleSlot]?
        let position: Timestamp?
    }

    /// All at once, so that schedules that are due at the same time share the wait for the disk.
    private func decide(_ group: inout DiscardingTaskGroup) async throws {
        let now = scheduler.clock.now()
        let due = scheduler.state.withLock { $0.decisions(at: now) }
        if due.isEmpty { return }
        let results = await withTaskGroup(of: Result<Decided, any Error>.self) { group in
            for (key, former, decision) in due {
                group.addTask { [scheduler] in
                    do {
                        return .success(try await Self.record(decision, of: key, from: former, scheduler))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // One that fails must not keep the others from being taken over: they are on disk.
        for case .success(let part) in results { apply(part, at: now, &group) }
        for result in results { _ = try result.get() }
    }

    private static func record(
        _ decision: SlotDecision, of key: ScheduleKey, from former: Timestamp, _ scheduler: Scheduler
    ) async throws -> Decided {
        let slots = decision.slots.map { slot in
            var slot = slot
            if slot.state == .claimed { slot.run = Identifier.run(at: slot.decidedAt) }
            return slot
        }
        let recorded = try await scheduler.store.decide(
            slots, pipeline: key.pipeline, schedule: key.schedule, from: former, through: decision.position)
        if recorded?.contains(where: { $0.state == .claimed }) ?? false { Failpoint.pass("scheduler.claimed") }
        let position =
            recorded == nil ? try await scheduler.store.position(pipeline: key.pipeline, schedule: key.schedule) : nil
        return Decided(key: key, decision: decision, slots: recorded, position: position)
    }

    private func apply(_ part: Decided, at now: Timestamp, _ group: inout DiscardingTaskGroup) {
        guard let slots = part.slots else {
            scheduler.state.withLock { $0.entries[part.key]?.track.move(to: part.position ?? now) }
            scheduler.log.debug(
                "scheduled-times-decided-elsewhere", "Another process has decided times of \(part.key.shown)",
                .init("pipeline", part.key.pipeline), .init("schedule", part.key.schedule))
            return
        }
        let (outcome, wasSkipping) = scheduler.state.withLock { state in
            let wasSkipping = state.entries[part.key]?.isSkipping ?? false
            state.entries[part.key]?.isSkipping = slots.last?.state == .skipped
            return (state.entries[part.key]?.track.apply(part.decision, slots), wasSkipping)
        }
        tell(part.decision, slots, of: part.key, wasSkipping: wasSkipping)
        for slot in outcome?.dropped ?? [] {
            group.addTask { [scheduler] in _ = await scheduler.finish(slot) }
        }
        end(outcome?.cancelled ?? [], &group)
    }

    // MARK: Telling

    private func tell(_ step: Duration) {
        let shown = TimeSpan(milliseconds: abs(step.components.seconds) * 1_000)
        scheduler.log.warning(
            "clock-stepped",
            step > .zero
                ? "The clock was put forward by \(shown); scheduled times in between count as missed"
                : "The clock was put back by \(shown); scheduled times that were decided do not fire again",
            .init("seconds", step.components.seconds))
    }

    /// At most two lines a decision, whatever it decides.
    private func tell(_ decision: SlotDecision, _ slots: [ScheduleSlot], of key: ScheduleKey, wasSkipping: Bool) {
        let (log, name, text) = (scheduler.log, key.pipeline, key.schedule)
        if decision.goesBack {
            log.warning(
                "schedule-went-back", "The position of \(key.shown) lay far ahead of the clock, and is now the time",
                .init("pipeline", name), .init("schedule", text))
        }
        if decision.missed > 0 {
            let isMadeUpFor = slots.contains { $0.reason == SlotDecider.madeUpFor }
            let caughtUp = isMadeUpFor ? 1 : slots.count { $0.isCaughtUp }
            log.warning(
                "scheduled-times-missed", "Scheduled times of \(key.shown) were missed", .init("pipeline", name),
                .init("schedule", text),
                .init("missed", decision.missed), .init("caught-up", caughtUp))
        }
        let skipped = slots.filter { $0.state == .skipped && $0.reason?.hasPrefix(SlotDecider.missed) != true }
        guard let last = skipped.last else { return }
        let message = "A scheduled time of \(key.shown) was skipped: \(last.reason ?? "")"
        let (at, count) = (LogEntry.Field("at", last.at), LogEntry.Field("times", skipped.count))
        // A run that hangs makes every slot be skipped.
        if wasSkipping {
            log.debug("scheduled-time-skipped", message, .init("pipeline", name), .init("schedule", text), at, count)
        } else {
            log.warning("scheduled-time-skipped", message, .init("pipeline", name), .init("schedule", text), at, count)
        }
    }
}
