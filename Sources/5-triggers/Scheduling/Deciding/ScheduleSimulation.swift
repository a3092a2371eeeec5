public import Pipelines
public import Platform

/// What the scheduler would do in a stretch of time: the same decisions in the same order, with a clock that jumps
/// from one thing to do to the next. Memory does not grow with the time.
public struct ScheduleSimulation: Sendable {
    /// How long every run takes.
    public var duration = Duration.zero
    /// When there is no scheduler: a run that goes on then is carried on behind it.
    public var outages: [Range<Timestamp>] = []

    private struct Lane {
        var track: ScheduleTrack
        /// What runs, and when it ends.
        var running: [(slot: ScheduleSlot, end: Timestamp)] = []

        /// When something happens next.
        var wakesAt: Timestamp? {
            (running.map(\.end) + (track.wakesAt.map { [$0] } ?? [])).min()
        }
    }

    private var lanes: [Lane]
    private let start: Timestamp

    /// - Parameters:
    ///   - jobs: of which those with the same pipeline and text are one.
    ///   - start: every slot up to then counts as decided.
    /// - Throws: `CronError`, `TimeZoneError`
    public init(_ jobs: [Scheduler.Job], from start: Timestamp) throws {
        var keys: Set<ScheduleKey> = []
        self.start = start
        lanes = try jobs.filter { keys.insert($0.key).inserted }.map { job in
            Lane(track: ScheduleTrack(try job.decider(), position: start))
        }
    }

    init(_ deciders: [SlotDecider], from start: Timestamp) {
        self.start = start
        lanes = deciders.map { Lane(track: ScheduleTrack($0, position: start)) }
    }

    /// Plays until a time, that included.
    ///
    /// - Parameter deliver: gets what happens in the order of time, and what happens at the same time in the order of
    ///   the slots; may throw to end the simulation.
    /// - Throws: what `deliver` throws.
    public func run(until end: Timestamp, _ deliver: (SimulationEvent) throws -> Void) throws {
        var lanes = lanes
        let outages = outages.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        var now = start
        // What happens at one time comes from several schedules, and from several turns.
        var moment: [SimulationEvent] = []
        while let wake = lanes.compactMap(\.wakesAt).min() {
            now = max(now, wake)
            if let outage = outages.first(where: { $0.contains(now) }) {
                for index in lanes.indices { suspend(&lanes[index], during: outage) }
                now = outage.upperBound
                // Two that touch are one.
                if outages.contains(where: { $0.contains(now) }) { continue }
            }
            if let first = moment.first, first.time < now {
                for event in Self.inOrder(moment) { try deliver(event) }
                moment = []
            }
            if now > end { break }
            for index in lanes.indices { turn(&lanes[index], at: now) { moment.append($0) } }
        }
        for event in Self.inOrder(moment) { try deliver(event) }
    }

    /// Of the same time.
    private static func inOrder(_ events: [SimulationEvent]) -> [SimulationEvent] {
        if events.count < 2 { return events }
        return events.enumerated().sorted { ($0.element.slot.at, $0.offset) < ($1.element.slot.at, $1.offset) }
            .map(\.element)
    }

    /// A run that the outage interrupts takes that much longer.
    private func suspend(_ lane: inout Lane, during outage: Range<Timestamp>) {
        for index in lane.running.indices where lane.running[index].end >= outage.lowerBound {
            let left = lane.running[index].end - outage.lowerBound
            lane.running[index].end = outage.upperBound.advanced(by: left)
        }
    }

    private func turn(_ lane: inout Lane, at now: Timestamp, _ deliver: (SimulationEvent) -> Void) {
        for (slot, _) in lane.running.filter({ $0.end <= now }) { lane.track.end(slot.at) }
        lane.running.removeAll { $0.end <= now }
        start(&lane, at: now, deliver)
        if let decision = lane.track.decision(at: now) {
            let outcome = lane.track.apply(decision, decision.slots)
            for slot in (outcome.dropped + decision.skipped).sorted(by: { $0.at < $1.at }) {
                deliver(SimulationEvent(kind: .skipped, slot: slot, time: now))
            }
            for slot in outcome.cancelled {
                lane.track.end(slot.at)
                lane.running.removeAll { $0.slot.at == slot.at }
                deliver(SimulationEvent(kind: .cancelled, slot: slot, time: now))
            }
        }
        start(&lane, at: now, deliver)
    }

    private func start(_ lane: inout Lane, at now: Timestamp, _ deliver: (SimulationEvent) -> Void) {
        for slot in lane.track.start(at: now) {
            lane.running.append((slot, now.advanced(by: duration)))
            deliver(SimulationEvent(kind: slot.isCaughtUp ? .caughtUp : .fires, slot: slot, time: now))
        }
    }
}

/// What a simulated scheduler did about a slot.
public struct SimulationEvent: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        /// It started in its turn.
        case fires
        /// It was missed, and started afterwards.
        case caughtUp = "caught-up"
        case skipped
        /// It ran, and was ended for a later one.
        case cancelled
    }

    public let kind: Kind
    /// As it would be on record; one that runs is claimed.
    public let slot: ScheduleSlot
    /// When it happened: with jitter, and after the wait for a former run.
    public let time: Timestamp
}
