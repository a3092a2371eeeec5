public import Pipelines
public import Platform

/// A schedule, for people and for `--json`.
public struct ScheduleStatus: Sendable, Hashable {
    public let pipeline: String
    public let cron: String
    public let timezone: String
    /// nil: never again.
    public let next: Timestamp?
    /// The slots that go on or wait for their turn.
    public let active: [ScheduleSlot]

    public init(pipeline: String, cron: String, timezone: String, next: Timestamp?, active: [ScheduleSlot]) {
        self.pipeline = pipeline
        self.cron = cron
        self.timezone = timezone
        self.next = next
        self.active = active
    }
}
