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
