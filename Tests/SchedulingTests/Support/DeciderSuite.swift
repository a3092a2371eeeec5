import Pipelines
import Platform

@testable import Scheduling

/// What tests of single decisions ask.
protocol DeciderSuite {}

extension DeciderSuite {
    func decider(
        _ cron: String, _ zone: String? = nil, _ change: (inout ScheduleTrigger) -> Void = { _ in }
    ) throws -> SlotDecider {
        try job(cron, zone, change).decider()
    }

    func decide(
        _ decider: SlotDecider, from start: String, at end: String, busy: Bool = false, waiting: Bool = false
    ) throws -> SlotDecision {
        decider.decide(
            after: try time(start), at: try time(end), SlotDecider.Occupancy(isBusy: busy, hasWaiting: waiting))
    }
}
