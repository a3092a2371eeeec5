internal import Pipelines
internal import Platform

/// Decides what becomes of a schedule's slots. Pure: from the position on record, the time and what goes on, and
/// nothing else, so that `compass schedule simulate` shows what the scheduler does.
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
    static let oneWaits = "one waits already"
    static let replaced = "replaced by a later one"

    /// Decides every slot after `position` up to `now`.
    func decide(after position: Timestamp, at now: Timestamp, _ occupancy: Occupancy) -> SlotDecision {
        if now < position {
            let isFar = now.advanced(by: SlotRules.largestStepBack) < position
            return SlotDecision(position: isFar ? now : position, goesBack: isFar)
        }
        var decision = SlotDecision(position: now)
        var occupancy = occupancy
        // The latest time that is too long ago.
        let late = now.advanced(by: .zero - SlotRules.grace - .microseconds(1))
        let due = onTime(after: max(position, late), at: now)
        if late > position {
            let slots = missedSlots(after: position, through: late, at: now, isFollowed: !due.isEmpty, &decision)
            if slots.contains(where: { $0.state == .claimed }) { occupancy.isBusy = true }
            decision.slots += slots
        }
        for (index, at) in due.enumerated() {
            decision.slots.append(slot(at, isLast: index == due.count - 1, at: now, &occupancy))
        }
        return decision
    }

    private func onTime(after position: Timestamp, at now: Timestamp) -> [Timestamp] {
        var due: [Timestamp] = []
        while let at = times.next(after: due.last ?? position), at <= now { due.append(at) }
        return due
    }

    private func slot(
        _ at: Timestamp, isLast: Bool, at now: Timestamp, _ occupancy: inout Occupancy
    ) -> ScheduleSlot {
        switch rules.overlap {
        case .allow: break
        case .skip: if occupancy.isBusy { return skipped(at, Self.stillRunning, at: now) }
        case .queue:
            if occupancy.isBusy {
                if occupancy.hasWaiting { return skipped(at, Self.oneWaits, at: now) }
                occupancy.hasWaiting = true
            }
        case .replace: if !isLast { return skipped(at, Self.replaced, at: now) }
        }
        occupancy.isBusy = true
        return claimed(at, startsAt: max(now, at.advanced(by: delay(of: at))), at: now)
    }

    // MARK: Missed slots

    /// - Parameter isFollowed: whether a slot that is due in time comes after them.
    private func missedSlots(
        after position: Timestamp, through late: Timestamp, at now: Timestamp, isFollowed: Bool,
        _ decision: inout SlotDecision
    ) -> [ScheduleSlot] {
        var caughtUp: [ScheduleSlot] = []
        var end = late
        // Where a slot replaces those before it, it would end at once what is made up for.
        let isReplaced = rules.overlap == .replace && isFollowed
        let most = isReplaced || rules.catchUp == .skip ? 0 : rules.catchUp == .once ? 1 : rules.limit
        while caughtUp.count < most, let at = times.last(atOrBefore: end, after: position) {
            caughtUp.append(claimed(at, startsAt: now, isCaughtUp: true, at: now))
            end = at.advanced(by: .microseconds(-1))
        }
        decision.missed = caughtUp.count
        guard let newest = times.last(atOrBefore: end, after: position) else { return caughtUp.reversed() }
        // One row stands for all of them: ten years of every minute are as quick as an hour.
        let others = times.count(after: position, through: newest.advanced(by: .microseconds(-1)))
        decision.missed += 1 + others
        return [skipped(newest, Self.missed, others: others, at: now)] + caughtUp.reversed()
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
