internal import Pipelines
internal import Platform

/// The schedules of a scheduler and how they go on.
struct SchedulerState: Sendable {
    struct Entry: Sendable {
        var job: Scheduler.Job
        var track: ScheduleTrack
        /// Its schedule is gone; what goes on is waited for.
        var isRemoved = false
        /// Whether the last slot was skipped, so that a run that hangs is told once.
        var isSkipping = false
        /// Why the ends of slots cannot be recorded, by the slots' times.
        var endTroubles: [Timestamp: String] = [:]
    }

    var keys: [ScheduleKey] = []
    var entries: [ScheduleKey: Entry] = [:]
    /// Claimed by a former process for schedules that nobody has asked for yet.
    var orphans: [ScheduleSlot] = []
    var replacement: [Scheduler.Job]?
    var isStopped = false
    /// Why slots cannot be decided now.
    var trouble: String?
    /// Wakes the loop; nil: it does not run.
    var wake: (@Sendable () -> Void)?

    /// What has to be decided now; nothing once it is stopped, since nobody here would start it.
    func decisions(at now: Timestamp) -> [(key: ScheduleKey, former: Timestamp, decision: SlotDecision)] {
        if isStopped { return [] }
        return keys.compactMap { key in
            guard let entry = entries[key], !entry.isRemoved, let decision = entry.track.decision(at: now) else {
                return nil
            }
            return (key, entry.track.position, decision)
        }
    }

    /// Marks those as running whose turn it is; none once it is stopped.
    mutating func start(at now: Timestamp) -> [(slot: ScheduleSlot, pipeline: Pipeline)] {
        if isStopped { return [] }
        return keys.flatMap { key -> [(slot: ScheduleSlot, pipeline: Pipeline)] in
            guard var entry = entries[key] else { return [] }
            let started = entry.track.start(at: now)
            if !started.isEmpty { entries[key] = entry }
            return started.map { ($0, entry.job.pipeline) }
        }
    }

    /// Marks those as ending that later ones replace; none once it is stopped.
    mutating func endReplaced() -> [ScheduleSlot] {
        if isStopped { return [] }
        return keys.flatMap { key in entries[key]?.track.endReplaced() ?? [] }
    }

    mutating func end(_ slot: ScheduleSlot, isLeft: Bool) {
        let key = ScheduleKey(slot)
        entries[key]?.track.end(slot.at, isLeft: isLeft)
        if let entry = entries[key], entry.isRemoved, entry.track.active.isEmpty {
            entries[key] = nil
            keys.removeAll { $0 == key }
        }
    }

    mutating func set(_ entry: Entry, for key: ScheduleKey) {
        if entries.updateValue(entry, forKey: key) == nil { keys.append(key) }
    }

    /// Takes out what a former process has claimed for a schedule.
    mutating func takeOrphans(of key: ScheduleKey) -> [ScheduleSlot] {
        defer { orphans.removeAll { ScheduleKey($0) == key } }
        return orphans.filter { ScheduleKey($0) == key }
    }

    var wakesAt: Timestamp? {
        keys.compactMap { key in
            entries[key].flatMap { entry in
                // What goes on of a removed schedule wakes by its end.
                entry.isRemoved ? nil : entry.track.wakesAt
            }
        }
        .min()
    }
}
