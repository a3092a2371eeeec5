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
