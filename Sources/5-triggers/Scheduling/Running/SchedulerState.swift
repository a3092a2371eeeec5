public import Pipelines
public import Platform

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

/// A schedule, for people and programs.
public struct ScheduleStatus: Sendable, Hashable {
    public let pipeline: String
    public let cron: String
    public let timezone: String
    /// nil: never again.
    public let next: Timestamp?
    /// The slots that go on or wait for their turn.
    public let active: [ScheduleSlot]
    /// Why its slots, or their ends, cannot be recorded now: nothing new is started meanwhile. It is tried again by
    /// itself. nil: they can.
    public let trouble: String?

    public init(
        pipeline: String, cron: String, timezone: String, next: Timestamp?, active: [ScheduleSlot],
        trouble: String? = nil
    ) {
        self.pipeline = pipeline
        self.cron = cron
        self.timezone = timezone
        self.next = next
        self.active = active
        self.trouble = trouble
    }
}

/// What wakes a scheduler.
enum SchedulerEvent: Sendable {
    /// Time has passed, or there is something new to look at.
    case wake
    /// A slot's run has ended, and that is on record.
    case ended(ScheduleSlot)
    /// The process is ending before a slot's run has; it stays claimed.
    case left(ScheduleSlot)
}

/// How that ended which a slot asked for.
public struct SlotEnd: Sendable, Hashable {
    public let status: RunStatus
    /// What the slot's record is to say beside the status; nil: the run or batch tells.
    public let reason: String?
    /// Whether a run or a batch has the slot's id.
    public let hasRun: Bool

    public init(_ status: RunStatus, reason: String? = nil, hasRun: Bool = true) {
        self.status = status
        self.reason = reason
        self.hasRun = hasRun
    }
}
