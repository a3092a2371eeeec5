internal import Pipelines
internal import Platform

/// One schedule as it goes on: up to where it is decided, and which of its slots run or wait. Pure: time and what ends
/// are handed in, so that the scheduler and the simulation share it.
struct ScheduleTrack: Sendable {
    enum Phase: Sendable, Hashable {
        case waiting, running
        /// It runs, and is being ended for a later one.
        case ending
        /// The process is ending before it has ended; the next one carries it on.
        case left
    }

    struct Active: Sendable, Hashable {
        var slot: ScheduleSlot
        var phase: Phase
        /// Whether a former process may have started it: then only its run can tell what became of it.
        var mayHaveBegun = false
    }

    private(set) var decider: SlotDecider
    /// As it is on record.
    private(set) var position: Timestamp
    /// The first slot that is not decided; nil: there is none.
    private(set) var next: Timestamp?
    /// In the order of their times.
    private(set) var active: [Active]

    /// - Parameter restored: slots that a former process has claimed and not finished.
    init(_ decider: SlotDecider, position: Timestamp, restored: [ScheduleSlot] = []) {
        self.decider = decider
        self.position = position
        next = decider.times.next(after: position)
        active = restored.map { Active(slot: $0, phase: .waiting, mayHaveBegun: true) }
        active.sort { $0.slot.at < $1.slot.at }
    }

    /// The same schedule with other rules, or from another position.
    mutating func change(_ decider: SlotDecider, position: Timestamp? = nil) {
        self.decider = decider
        move(to: position ?? self.position)
    }

    mutating func move(to position: Timestamp) {
        self.position = position
        next = decider.times.next(after: position)
    }

    // MARK: Deciding

    /// nil: there is nothing to put on record.
    func decision(at now: Timestamp) -> SlotDecision? {
        guard next.map({ $0 <= now }) ?? false || now < position else { return nil }
        let decision = decider.decide(
            after: position, at: now,
            SlotDecider.Occupancy(
                isBusy: !active.isEmpty,
                hasWaiting: active.contains { $0.phase == .waiting && !$0.slot.isCaughtUp && !$0.mayHaveBegun }))
        return decision.slots.isEmpty && !decision.goesBack ? nil : decision
    }

    /// Takes a decision over that is on record.
    ///
    /// - Parameter slots: those that have come on record.
    /// - Returns: what has to be ended for a later slot, and what will not be started because of it.
    mutating func apply(
        _ decision: SlotDecision, _ slots: [ScheduleSlot]
    ) -> (cancelled: [ScheduleSlot], dropped: [ScheduleSlot]) {
        move(to: decision.position)
        let claimed = slots.filter { $0.state == .claimed }
        var outcome: (cancelled: [ScheduleSlot], dropped: [ScheduleSlot]) = ([], [])
        if decider.rules.overlap == .replace, claimed.contains(where: { !$0.isCaughtUp }) {
            // What is made up for is to happen: the later one waits behind it.
            outcome.dropped = dropWaiting(SlotDecider.replaced) { !$0.isCaughtUp }
        }
        active += claimed.map { Active(slot: $0, phase: .waiting) }
        outcome.cancelled = endReplaced()
        return outcome
    }

    /// Takes what runs although a later slot is to replace it, which is being ended from now on. What a former process
    /// had left in the middle of that has no decision any more that would do it.
    mutating func endReplaced() -> [ScheduleSlot] {
        guard decider.rules.overlap == .replace,
            active.contains(where: { $0.phase == .waiting && !$0.slot.isCaughtUp })
        else { return [] }
        var ended: [ScheduleSlot] = []
        for index in active.indices where active[index].phase == .running && !active[index].slot.isCaughtUp {
            active[index].phase = .ending
            ended.append(active[index].slot)
        }
        return ended
    }

    /// Takes out what has not begun.
    ///
    /// - Parameter isMeant: which of it.
    /// - Returns: it, as skipped.
    mutating func dropWaiting(
        _ reason: String, where isMeant: (ScheduleSlot) -> Bool = { _ in true }
    ) -> [ScheduleSlot] {
        let isDropped = { (active: Active) in
            active.phase == .waiting && !active.mayHaveBegun && isMeant(active.slot)
        }
        let dropped = active.filter(isDropped).map { waiting in
            var slot = waiting.slot
            (slot.state, slot.run, slot.reason, slot.startsAt) = (.skipped, nil, reason, nil)
            return slot
        }
        active.removeAll(where: isDropped)
        return dropped
    }

    // MARK: Starting

    /// Those whose turn it is; they run from now on.
    mutating func start(at now: Timestamp) -> [ScheduleSlot] {
        var started: [ScheduleSlot] = []
        var occupation = occupation
        for index in active.indices where active[index].phase == .waiting {
            if occupation == .full { break }
            let slot = active[index].slot
            guard occupation.allows(slot), isDue(slot, at: now) else { continue }
            active[index].phase = .running
            occupation.add(slot, decider.rules.overlap)
            started.append(slot)
        }
        return started
    }

    /// It has ended; or the process is ending before it has.
    mutating func end(_ at: Timestamp, isLeft: Bool = false) {
        if isLeft {
            for index in active.indices where active[index].slot.at == at { active[index].phase = .left }
        } else {
            active.removeAll { $0.slot.at == at }
        }
    }

    /// When there is something to do next, as far as time decides.
    var wakesAt: Timestamp? {
        let occupation = occupation
        let starts = active.filter { $0.phase == .waiting && occupation.allows($0.slot) }.compactMap(\.slot.startsAt)
        return (starts + (next.map { [$0] } ?? [])).min()
    }

    /// What goes on, as far as it keeps others from starting.
    private enum Occupation {
        case free
        /// A slot that is caught up runs beside others, where the schedule allows that: they start one after another.
        case catchingUp
        case full

        func allows(_ slot: ScheduleSlot) -> Bool {
            switch self {
            case .free: true
            case .catchingUp: !slot.isCaughtUp
            case .full: false
            }
        }

        mutating func add(_ slot: ScheduleSlot, _ overlap: ScheduleTrigger.Overlap) {
            if overlap != .allow { self = .full } else if slot.isCaughtUp { self = .catchingUp }
        }
    }

    private var occupation: Occupation {
        var occupation = Occupation.free
        for active in active where active.phase != .waiting { occupation.add(active.slot, decider.rules.overlap) }
        return occupation
    }

    /// A start that lies further ahead than jitter puts it was decided by a clock that has gone back since.
    private func isDue(_ slot: ScheduleSlot, at now: Timestamp) -> Bool {
        guard let startsAt = slot.startsAt else { return true }
        return startsAt <= now || startsAt - now > decider.rules.jitter
    }
}
