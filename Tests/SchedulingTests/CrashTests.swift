import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import Scheduling

/// What a process leaves in the store when it dies, and what the next one does with it.
@Suite struct CrashTests {
    private let start: Timestamp
    private let folder: TestFolder

    init() throws {
        start = try time("2026-01-01")
        folder = try TestFolder()
    }

    private func open() async throws -> LocalStore {
        try await LocalStore.open(folder.path.appending("compass.db"))
    }

    private func slots(_ store: LocalStore) async throws -> [ScheduleSlot] {
        try await store.slots(ofPipeline: nil, limit: 100, after: nil).items.reversed()
    }

    @Test("C22: killed between claim and launch, the next process starts the slot under the same id, once")
    func claimed() async throws {
        let job = job("*/5 * * * *")
        let store = try await open()
        let first = SchedulerBench(at: start, store: store, duration: .seconds(10))
        // The run never gets anywhere: its process dies.
        try await first.run([job]) { await first.pass(.seconds(301)) }
        let left = try await slots(store)
        #expect(left.map(\.state) == [.claimed])
        try await store.close()

        let again = try await open()
        let second = SchedulerBench(at: start.advanced(minutes: 6), store: again)
        try await second.run([job]) { await second.pass(.seconds(60)) }
        #expect(second.runs == first.runs)
        #expect(second.runs == left.map(\.run))
        #expect(try await slots(again).map(\.state) == [.succeeded])
        try await again.close()
    }

    @Test("C22: killed between the run's end and its record, the next process finds the run and records its end")
    func launched() async throws {
        let store = try await open()
        let job = job("*/5 * * * *")
        // What the journal is to the launch: a run that is there is not begun again.
        let journal = Journal()
        let failing = ForgetfulStore(store)
        let clock = StubClock(start)
        let first = Scheduler(
            store: failing, launch: { slot, _, _ in SlotEnd(journal.run(slot)) }, cancel: { _ in }, clock: clock.clock,
            log: .none)
        let task = Task { await first.run([job]) }
        await clock.settled()
        clock.advance(by: .seconds(300))
        // It sleeps before it tries to record the end again, and dies there.
        await clock.settled { $0 == 1 }
        task.cancel()
        clock.wakeAll()
        await task.value
        #expect(try await slots(store).map(\.state) == [.claimed])

        let later = StubClock(start.advanced(minutes: 6))
        let second = Scheduler(
            store: store, launch: { slot, _, _ in SlotEnd(journal.run(slot)) }, cancel: { _ in }, clock: later.clock,
            log: .none)
        let other = Task { await second.run([job]) }
        await later.settled { _ in second.status().first?.active.isEmpty ?? false }
        second.stop()
        await other.value
        #expect(try await slots(store).map(\.state) == [.succeeded])
        #expect(journal.begun == 1)
        #expect(journal.asked == 2)
        try await store.close()
    }

    @Test("C22: claimed slots of a schedule that is gone end with their pipeline; without it they stay")
    func orphans() async throws {
        let store = try await open()
        let first = SchedulerBench(at: start, store: store, duration: .seconds(10))
        try await first.run([job("*/5 * * * *"), job("*/5 * * * *", of: "q")]) { await first.pass(.seconds(301)) }
        #expect(try await store.claimed().count == 2)

        let second = SchedulerBench(at: start.advanced(minutes: 6), store: store)
        try await second.run([job("0 3 * * *")]) { await second.pass(.seconds(60)) }
        #expect(second.events.map(\.slot.pipeline) == ["p"])
        #expect(try await store.claimed().map(\.pipeline) == ["q"])
        #expect(second.logs("scheduled-times-left").count == 1)
        try await store.close()
    }

    @Test("C22: a slot waiting for its turn at the death of its process keeps its turn")
    func waiting() async throws {
        let store = try await open()
        let job = job("*/5 * * * *") { $0.overlap = .queue }
        let first = SchedulerBench(at: start, store: store, duration: .seconds(3_600))
        try await first.run([job]) { await first.pass(.seconds(601)) }
        #expect(try await store.claimed().count == 2)

        let second = SchedulerBench(at: start.advanced(minutes: 11), store: store, duration: .seconds(30))
        try await second.run([job]) { await second.pass(.seconds(90)) }
        #expect(second.events.map { $0.slot.at - start } == [.seconds(300), .seconds(600)])
        #expect(second.events.map { $0.time - start } == [.seconds(660), .seconds(690)])
        #expect(second.runs.first == first.runs.first)
        try await store.close()
    }

    @Test("C18: what a slot was replacing at the death of its process is ended by the next one, and the slot starts")
    func replacing() async throws {
        let store = try await open()
        let job = job("*/5 * * * *") { $0.overlap = .replace }
        let claimed = [300, 600].map { seconds in
            ScheduleSlot(
                pipeline: "p", schedule: job.key.schedule, at: start.advanced(by: .seconds(seconds)), state: .claimed,
                run: "01\(seconds)", decidedAt: start.advanced(by: .seconds(seconds)))
        }
        _ = try await store.decide(
            claimed, pipeline: "p", schedule: job.key.schedule, from: nil, through: start.advanced(by: .seconds(600)))

        let bench = SchedulerBench(at: start.advanced(minutes: 11), store: store, duration: .seconds(3_600))
        try await bench.run([job]) { await bench.pass(.seconds(1)) }
        // It is told when it is asked to end, which may be before it is told that it began.
        #expect(bench.runs == ["01300", "01600"])
        #expect(bench.events.filter { $0.kind == .cancelled }.map(\.slot.run) == ["01300"])
        #expect(try await slots(store).map(\.state) == [.cancelled, .claimed])
        try await store.close()
    }

    private final class Journal: Sendable {
        private let state = Mutex((runs: Set<String>(), begun: 0, asked: 0))

        func run(_ slot: ScheduleSlot) -> RunStatus {
            state.withLock { state in
                state.asked += 1
                if state.runs.insert(slot.run ?? "").inserted { state.begun += 1 }
            }
            return .succeeded
        }

        var begun: Int { state.withLock { $0.begun } }
        var asked: Int { state.withLock { $0.asked } }
    }
}

/// A store that cannot record how slots end.
private struct ForgetfulStore: ScheduleStore {
    let store: LocalStore

    init(_ store: LocalStore) {
        self.store = store
    }

    func position(pipeline: String, schedule: String) async throws -> Timestamp? {
        try await store.position(pipeline: pipeline, schedule: schedule)
    }

    func decide(
        _ slots: [ScheduleSlot], pipeline: String, schedule: String, from former: Timestamp?, through: Timestamp
    ) async throws -> [ScheduleSlot]? {
        try await store.decide(slots, pipeline: pipeline, schedule: schedule, from: former, through: through)
    }

    func finish(_ slot: ScheduleSlot) async throws { throw MemoryStore.Failure() }

    func claimed() async throws -> [ScheduleSlot] { try await store.claimed() }

    func slots(
        ofPipeline pipeline: String?, limit: Int, after cursor: String?
    ) async throws -> Page<ScheduleSlot> {
        try await store.slots(ofPipeline: pipeline, limit: limit, after: cursor)
    }
}
