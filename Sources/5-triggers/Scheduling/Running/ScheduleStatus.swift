public import Pipelines
public import Platform

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
