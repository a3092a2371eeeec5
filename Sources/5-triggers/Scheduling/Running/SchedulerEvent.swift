internal import Pipelines
internal import Platform

/// What wakes a scheduler.
enum SchedulerEvent: Sendable {
    /// Time has passed, or there is something new to look at.
    case wake
    /// A slot's run has ended, and that is on record.
    case ended(ScheduleSlot)
    /// The process is ending before a slot's run has; it stays claimed.
    case left(ScheduleSlot)
}
