import Documents
import Pipelines
import Platform
import Synchronization

/// A schedule store that forgets everything at the end of a test.
final class MemoryStore: ScheduleStore {
    private struct Key: Hashable {
        let pipeline: String
        let schedule: String
        let at: Timestamp

        init(_ slot: ScheduleSlot) {
            (pipeline, schedule, at) = (slot.pipeline, slot.schedule, slot.at)
        }
    }

    private struct State {
        var positions: [String: Timestamp] = [:]
        var slots: [ScheduleSlot] = []
        /// Where each slot stands.
        var places: [Key: Int] = [:]
        var failures = 0
        var writes = 0
    }

    struct Failure: Error, CustomStringConvertible {
        let description = "the disk is full"
    }

    private let state = Mutex(State())

    init(positions: [(pipeline: String, schedule: String, at: Timestamp)] = [], slots: [ScheduleSlot] = []) {
        state.withLock { state in
            for position in positions { state.positions[Self.key(position.pipeline, position.schedule)] = position.at }
            for slot in slots { Self.add(slot, to: &state) }
        }
    }

    /// - Returns: false when it is there already.
    @discardableResult
    private static func add(_ slot: ScheduleSlot, to state: inout State) -> Bool {
        if state.places[Key(slot)] != nil { return false }
        state.places[Key(slot)] = state.slots.count
        state.slots.append(slot)
        return true
    }

    private static func key(_ pipeline: String, _ schedule: String) -> String { "\(pipeline) \(schedule)" }

    /// In the order in which they were decided.
    var slots: [ScheduleSlot] { state.withLock { $0.slots } }
    var writes: Int { state.withLock { $0.writes } }

    /// The next so many decisions fail.
    func fail(_ times: Int) {
        state.withLock { $0.failures = times }
    }

    /// As if another process had decided.
    func move(pipeline: String, schedule: String, to position: Timestamp) {
        state.withLock { $0.positions[Self.key(pipeline, schedule)] = position }
    }

    func position(pipeline: String, schedule: String) async throws -> Timestamp? {
        state.withLock { $0.positions[Self.key(pipeline, schedule)] }
    }

    func decide(
        _ slots: [ScheduleSlot], pipeline: String, schedule: String, from former: Timestamp?, through: Timestamp
    ) async throws -> [ScheduleSlot]? {
        try state.withLock { state in
            state.writes += 1
            if state.failures > 0 {
                state.failures -= 1
                throw Failure()
            }
            guard state.positions[Self.key(pipeline, schedule)] == former else { return nil }
            state.positions[Self.key(pipeline, schedule)] = through
            return slots.filter { Self.add($0, to: &state) }
        }
    }

    func finish(_ slot: ScheduleSlot) async throws {
        state.withLock { state in
            guard let index = state.places[Key(slot)], state.slots[index].state == .claimed else { return }
            (state.slots[index].state, state.slots[index].run) = (slot.state, slot.run)
            state.slots[index].reason = slot.reason
        }
    }

    func claimed() async throws -> [ScheduleSlot] { slots.filter { $0.state == .claimed } }

    func slots(
        ofPipeline pipeline: String?, limit: Int, after cursor: String?
    ) async throws -> Page<ScheduleSlot> {
        Page(items: slots.reversed().filter { pipeline == nil || $0.pipeline == pipeline }, next: nil)
    }
}
