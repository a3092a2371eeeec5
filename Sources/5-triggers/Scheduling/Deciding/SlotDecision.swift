internal import Pipelines
internal import Platform

/// What is to be put on record about the slots up to a time.
struct SlotDecision: Sendable, Hashable {
    /// In the order of their times; those that are claimed have no run yet.
    var slots: [ScheduleSlot] = []
    /// Up to when slots are decided now.
    var position: Timestamp
    /// Whether the position went back, since it was far ahead of the clock.
    var goesBack = false
    /// How many slots were missed, those that are made up for included.
    var missed = 0

    var skipped: [ScheduleSlot] { slots.filter { $0.state == .skipped } }
    var claimed: [ScheduleSlot] { slots.filter { $0.state == .claimed } }
}
