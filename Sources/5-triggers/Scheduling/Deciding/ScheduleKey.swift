internal import Pipelines
internal import Platform

/// Which schedule is meant: as the store names it.
struct ScheduleKey: Hashable, Sendable {
    let pipeline: String
    /// Its text and zone: `0 3 * * * America/New_York`.
    let schedule: String

    init(_ trigger: ScheduleTrigger, ofPipeline pipeline: String) {
        self.pipeline = pipeline
        schedule = "\(trigger.cron) \(trigger.zoneName)"
    }

    init(_ slot: ScheduleSlot) {
        pipeline = slot.pipeline
        schedule = slot.schedule
    }

    /// For messages.
    var shown: String { "`\(Printable.text(schedule))` of \(Printable.text(pipeline))" }
}

extension ScheduleTrigger {
    /// UTC where none is given.
    var zoneName: String { timezone ?? "UTC" }
}
