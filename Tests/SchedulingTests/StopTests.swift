import Diagnostics
import Pipelines
import Platform
import Synchronization
import Testing

@testable import Scheduling

@Suite struct StopTests {
    private let start: Timestamp

    init() throws {
        start = try time("2026-01-01")
    }

    @Test("once it is stopped, a due slot is neither claimed nor told as started")
    func stopped() async throws {
        let (store, clock) = (MemoryStore(), StubClock(start))
        let logs = Mutex<[String]>([])
        let scheduler = Scheduler(
            store: store, launch: { _, _, _ in nil }, cancel: { _ in }, clock: clock.clock,
            log: Log { entry in logs.withLock { $0.append(entry.event) } })
        let task = Task { await scheduler.run([job("* * * * *") { $0.overlap = .allow }]) }
        await clock.settled()
        scheduler.stop()
        // Whatever a turn that goes on would still do.
        let now = start.advanced(minutes: 2)
        let due = scheduler.state.withLock { ($0.decisions(at: now).count, $0.start(at: now).count) }
        #expect(due == (0, 0))
        clock.advance(by: .seconds(120))
        await task.value
        #expect(store.slots.isEmpty)
        #expect(logs.withLock { $0 }.isEmpty)
    }

    @Test("a slot is told as started when it begins, once, and not when the process ends before it does")
    func began() async throws {
        for (begins, lines) in [(0, 0), (1, 1), (3, 1)] {
            let (store, clock) = (MemoryStore(), StubClock(start))
            let logs = Mutex<[String]>([])
            let scheduler = Scheduler(
                store: store,
                launch: { _, _, began in
                    for _ in 0..<begins { began() }
                    return begins == 0 ? nil : SlotEnd(.succeeded)
                }, cancel: { _ in }, clock: clock.clock,
                log: Log { entry in logs.withLock { $0.append(entry.event) } })
            let task = Task { await scheduler.run([job("0 * * * *")]) }
            await clock.settled()
            clock.advance(by: .seconds(3_600))
            await clock.settled { _ in store.slots.map(\.state) == [begins == 0 ? .claimed : .succeeded] }
            scheduler.stop()
            await task.value
            #expect(logs.withLock { $0 }.count { $0 == "scheduled-time-started" } == lines)
        }
    }
}
