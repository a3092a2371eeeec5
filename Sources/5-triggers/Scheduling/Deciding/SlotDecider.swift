internal import Pipelines
internal import Platform

/// Decides what becomes of a schedule's slots. Pure: from the position on record, the time and what goes on, and
/// nothing else, so that a simulation shows what the scheduler does.
struct SlotDecider: Sendable {
    let key: ScheduleKey
    let times: any SlotTimes
    let rules: SlotRules

    /// What goes on of the schedule already.
    struct Occupancy: Sendable, Hashable {
        /// A slot runs, or is to run.
        var isBusy = false
        /// One that was due in time waits for its turn.
        var hasWaiting = false
    }

    static let stillRunning = "still running"
    static let missed = "missed"
    /// By the one behind them, which is in time: it is one start for all.
    static let madeUpFor = "missed, a later one makes up for it"
    static let oneWaits = "one waits already"
    static let replaced = "replaced by a later one"

    /// Decides every slot after `position` up to `now`.
    ///
    /// Only the newest of them can be on time. The others are missed, however short a time ago they were due: a process
    /// that was away for ten seconds does the same as one that was away for ten days.
    func decide(after position: Timestamp, at now: Timestamp, _ occupancy: Occupancy) -> SlotDecision {
        if now < position {
            let isFar = now.advanced(by: SlotRules.largestStepBack) < position
            return SlotDecision(position: isFar ? now : position, goesBack: isFar)
        }
        var decision = SlotDecision(position: now)
        guard let newest = times.last(atOrBefore: now, after: position) else { return decision }
        let isOnTime = now - newest <= SlotRules.grace
        decideMissed(
            after: position, through: isOnTime ? newest.advanced(by: .microseconds(-1)) : newest, at: now,
            isFollowed: isOnTime, &decision)
        if isOnTime {
            // Where something is made up for, the newest one is the last of that, and must not be let go.
            let isOwed = decision.missed > 0 && rules.catchUp != .skip
            decision.slots.append(slotOnTime(newest, at: now, occupancy, isOwed: isOwed))
        }
        return decision
    }

    private func slotOnTime(
        _ at: Timestamp, at now: Timestamp, _ occupancy: Occupancy, isOwed: Bool
    ) -> ScheduleSlot {
        if !isOwed, occupancy.isBusy {
            switch rules.overlap {
            case .skip: return skipped(at, Self.stillRunning, at: now)
            case .queue: if occupancy.hasWaiting { return skipped(at, Self.oneWaits, at: now) }
            case .allow, .replace: break
            }
        }
        return claimed(at, startsAt: max(now, at.advanced(by: delay(of: at))), at: now)
    }

    // MARK: Missed slots

    /// - Parameter isFollowed: whether one that is on time comes behind them.
    private func decideMissed(
        after position: Timestamp, through late: Timestamp, at now: Timestamp, isFollowed: Bool,
        _ decision: inout SlotDecision
    ) {
        var caughtUp: [ScheduleSlot] = []
        var end = late
        let most =
            switch rules.catchUp {
            case .skip: 0
            case .once: isFollowed ? 0 : 1
            case .all: rules.limit
            }
        while caughtUp.count < most, let at = times.last(atOrBefore: end, after: position) {
            caughtUp.append(claimed(at, startsAt: now, isCaughtUp: true, at: now))
            end = at.advanced(by: .microseconds(-1))
        }
        decision.missed = caughtUp.count
        if let newest = times.last(atOrBefore: end, after: position) {
            // One row stands for all of them: ten years of every minute are as quick as an hour.
            let others = times.count(after: position, through: newest.advanced(by: .microseconds(-1)))
            decision.missed += 1 + others
            let reason = isFollowed && rules.catchUp == .once ? Self.madeUpFor : Self.missed
            decision.slots.append(skipped(newest, reason, others: others, at: now))
        }
        decision.slots += caughtUp.reversed()
    }

    // MARK: Slots

    private func claimed(
        _ at: Timestamp, startsAt: Timestamp, isCaughtUp: Bool = false, at now: Timestamp
    ) -> ScheduleSlot {
        ScheduleSlot(
            pipeline: key.pipeline, schedule: key.schedule, at: at, state: .claimed, isCaughtUp: isCaughtUp,
            decidedAt: now, startsAt: startsAt)
    }

    private func skipped(_ at: Timestamp, _ reason: String, others: Int = 0, at now: Timestamp) -> ScheduleSlot {
        ScheduleSlot(
            pipeline: key.pipeline, schedule: key.schedule, at: at, state: .skipped, reason: reason, others: others,
            decidedAt: now)
    }

    /// By how much the start of a slot is put off: spread evenly, the same at every look, and never up to the next
    /// slot.
    func delay(of at: Timestamp) -> Duration {
        guard rules.jitter > .zero else { return .zero }
        var window = rules.jitter
        if let next = times.next(after: at) { window = min(window, next - at) }
        let (seconds, attoseconds) = window.components
        let width = UInt64(max(1, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
        // The upper half of the product is even over the window, whatever its width.
        return .microseconds(Int64(JitterHash.value(of: key, at: at).multipliedFullWidth(by: width).high))
    }
}
