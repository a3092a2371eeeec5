internal import Pipelines
internal import Platform
internal import Representations
internal import Schedules
internal import Scheduling
internal import Workspaces

/// All that the page of the schedules shows.
struct SchedulesView: Sendable {
    struct Line: Sendable {
        let pipeline: String
        let trigger: ScheduleTrigger
        let next: Timestamp?
        /// Why it cannot go on, or could not begin.
        let trouble: String?
    }

    /// What is due on a day.
    struct Fire: Sendable, Equatable {
        let pipeline: String
        /// The first of them.
        let at: Timestamp
        /// How often, where it is too often to be listed.
        var count = 1
        /// What was done; nil: it is yet to come, or nobody knows.
        var slot: ScheduleSlot?
    }

    var lines: [Line]
    var upcoming: [UpcomingSlot]
    var month: CalendarMonth
    /// By the number of the day.
    var fires: [Int: [Fire]]
    /// Those that were missed, late or skipped; newest first.
    var odd: [ScheduleSlot]
    var latest: [ScheduleSlot]
    /// In which the calendar may be shown.
    var zones: [String]
    /// Whether this process keeps them.
    var isKept: Bool
    var now: Timestamp

    /// More of one schedule on a day are only counted.
    private static let most = 3

    /// What is due in a month.
    static func fires(
        of items: [ScheduleSelection.Item], in month: CalendarMonth, decided: [ScheduleSlot]
    ) -> [Int: [Fire]] {
        var known: [String: ScheduleSlot] = [:]
        for slot in decided { known["\(slot.pipeline) \(slot.schedule) \(slot.at.microseconds)"] = slot }
        var fires: [Int: [Fire]] = [:]
        for item in items {
            let (pipeline, schedule) = (item.job.pipeline.name, SlotText.schedule(item.job.trigger))
            for day in month.days {
                var time = day.start.advanced(by: .seconds(-1))
                let count = item.schedule.count(after: time, through: day.end.advanced(by: .seconds(-1)))
                if count > most, let first = item.schedule.next(after: time) {
                    fires[day.number, default: []].append(Fire(pipeline: pipeline, at: first, count: count))
                    continue
                }
                while let next = item.schedule.next(after: time), next < day.end {
                    let slot = known["\(pipeline) \(schedule) \(next.microseconds)"]
                    fires[day.number, default: []].append(Fire(pipeline: pipeline, at: next, slot: slot))
                    time = next
                }
            }
        }
        return fires.mapValues { $0.sorted { ($0.at, $0.pipeline) < ($1.at, $1.pipeline) } }
    }
}

/// What was done about a slot, as people say it.
enum SlotWords {
    static func text(_ slot: ScheduleSlot) -> String {
        var text: String
        switch slot.state {
        case .claimed: text = "running"
        case .succeeded: text = "succeeded"
        case .rejected: text = "was rejected"
        case .failed: text = "failed"
        case .cancelled: text = "was cancelled"
        case .skipped: text = "was skipped"
        }
        if slot.isCaughtUp { text = "missed, made up for: \(text)" }
        if let reason = slot.reason { text += slot.state == .skipped ? ": \(reason)" : ", \(reason)" }
        if slot.others > 0 { text += ", as \(HumanFormat.count(slot.others, "time")) before it" }
        if let late = late(slot) { text += ", started \(late) late" }
        return text
    }

    /// Whether somebody may want to know of it.
    static func isOdd(_ slot: ScheduleSlot) -> Bool {
        slot.isCaughtUp || [.skipped, .failed, .rejected, .cancelled].contains(slot.state) || late(slot) != nil
    }

    /// nil: it was not, or was made up for.
    private static func late(_ slot: ScheduleSlot) -> String? {
        guard !slot.isCaughtUp, let start = slot.startsAt, start >= slot.at.advanced(by: .seconds(60)) else {
            return nil
        }
        return SlotText.distance(from: slot.at, to: start)
    }
}
