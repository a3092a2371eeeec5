package import Pipelines
package import Platform
package import Schedules
package import Scheduling

/// A time at which a schedule is due.
package struct UpcomingSlot: JSONRepresentable, Sendable {
    package let at: Timestamp
    package let schedule: Schedule
    /// nil: the schedule belongs to no pipeline of a workspace.
    package let owner: Owner?

    package struct Owner: Sendable, Hashable {
        package let pipeline: String
        /// As the record of slots names the schedule.
        package let schedule: String

        package init(pipeline: String, schedule: String) {
            self.pipeline = pipeline
            self.schedule = schedule
        }
    }

    package init(at: Timestamp, schedule: Schedule, owner: Owner?) {
        self.at = at
        self.schedule = schedule
        self.owner = owner
    }

    /// What a change of the clocks does to it; nil: nothing.
    package var note: String? { ClockChangeNote.of(at, schedule) }

    package var record: Record {
        var record: Record = [
            "at": .string(schedule.zone.text(of: at)), "utc": .string(HumanFormat.time(at)),
        ]
        if let owner {
            record["pipeline"] = .string(owner.pipeline)
            record["schedule"] = .string(owner.schedule)
        }
        return record
    }
}

/// What a simulated scheduler did about a slot, in the time of its schedule's zone.
package struct SimulatedSlot: JSONRepresentable, Sendable {
    package let event: SimulationEvent
    package let zone: TimeZone
    /// Whether the schedule belongs to a pipeline of a workspace.
    package let isOfWorkspace: Bool

    package init(_ event: SimulationEvent, zone: TimeZone, isOfWorkspace: Bool) {
        self.event = event
        self.zone = zone
        self.isOfWorkspace = isOfWorkspace
    }

    package var record: Record {
        let slot = event.slot
        var record: Record = [
            "at": .string(zone.text(of: slot.at)), "utc": .string(HumanFormat.time(slot.at)),
            "what": .string(event.kind.rawValue), "time": .string(event.time.description),
            "reason": Value(slot.reason), "others": .integer(Int64(slot.others)),
        ]
        if isOfWorkspace {
            record["pipeline"] = .string(slot.pipeline)
            record["schedule"] = .string(slot.schedule)
        }
        return record
    }
}

extension ScheduleSlot: JSONRepresentable {
    package var record: Record {
        [
            "pipeline": .string(pipeline), "schedule": .string(schedule),
            "at": .string(SlotText.zone(ofSchedule: schedule).text(of: at)), "utc": .string(HumanFormat.time(at)),
            "state": .string(state.rawValue), "run": Value(run), "caught-up": .boolean(isCaughtUp),
            "reason": Value(reason), "others": .integer(Int64(others)), "decided-at": .string(decidedAt.description),
            "starts-at": Value(startsAt?.description),
        ]
    }
}

/// Times of schedules as people read them.
package enum SlotText {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// "Sun"
    package static func weekday(_ time: Timestamp, in zone: TimeZone) -> String {
        weekdays[zone.local(at: time).weekday]
    }

    /// "0 3 * * * America/New_York", as the record of slots names it.
    package static func schedule(_ trigger: ScheduleTrigger) -> String {
        "\(trigger.cron) \(trigger.timezone ?? "UTC")"
    }

    /// The zone of a schedule's name. UTC where the system does not know it any more.
    package static func zone(ofSchedule name: String) -> TimeZone {
        guard let word = name.split(separator: " ").last, let zone = try? TimeZone(named: String(word)) else {
            return .utc
        }
        return zone
    }

    /// "12 s", "1m 05s", "2h 03m", "3d 04h".
    package static func distance(from start: Timestamp, to end: Timestamp) -> String {
        let seconds = (end.microseconds - start.microseconds) / 1_000_000
        if seconds < 86_400 { return HumanFormat.timeLeft(seconds: Double(seconds)) }
        let hours = seconds / 3_600
        return "\(hours / 24)d \(hours % 24 < 10 ? "0" : "")\(hours % 24)h"
    }
}

/// What a change of the clocks does to a slot.
enum ClockChangeNote {
    /// nil: nothing.
    static func of(_ at: Timestamp, _ schedule: Schedule) -> String? {
        let zone = schedule.zone
        if case .overlap(_, let second) = zone.instants(of: zone.local(at: at)) {
            if at == second { return "this time comes twice that day; the second one" }
            let isTwice = schedule.next(after: second.advanced(by: .seconds(-1))) == second
            return "this time comes twice that day; the first one" + (isTwice ? "" : " counts")
        }
        let former = at.advanced(by: .seconds(-1))
        let gap = zone.offset(at: at) - zone.offset(at: former)
        guard gap > 0 else { return nil }
        // In a zone without rules the expression matches what the clocks show, and nothing else.
        let plain = Schedule(schedule.expression, in: .utc)
        let shown = at.advanced(by: .seconds(zone.offset(at: at)))
        let before = shown.advanced(by: .seconds(-1))
        guard plain.next(after: before) != shown,
            let missing = plain.last(atOrBefore: before, after: before.advanced(by: .seconds(-gap)))
        else { return nil }
        let local = TimeZone.utc.local(at: missing)
        return "there is no \(twoDigits(local.hour)):\(twoDigits(local.minute)) that day; right after the gap"
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
