import Pipelines
import Platform
import Synchronization
import Testing

@testable import Engine

@Suite struct LeaseKeeperTests {
    /// Leases of a disk that is full for two minutes, and a clock that goes on when somebody sleeps.
    private final class FullDisk: RunLeases {
        struct Full: Error {}

        struct State {
            var uptime = Duration.zero
            var tries = 0
            var renewals: [Duration] = []
            var told: [Duration] = []
            var recovered: [Duration] = []
        }

        let state = Mutex(State())
        let lease = Duration.seconds(30)
        private static let full = Duration.seconds(25)..<Duration.seconds(145)

        func rest(for duration: Duration) throws {
            let uptime = state.withLock { state in
                state.uptime += duration
                return state.uptime
            }
            if uptime > .seconds(200) { throw CancellationError() }
        }

        func renew() throws -> [String] {
            try state.withLock { state in
                if Self.full.contains(state.uptime) {
                    state.tries += 1
                    throw Full()
                }
                state.renewals.append(state.uptime)
            }
            return []
        }

        func cancellations() -> [String] { [] }
        func takeDebt(dueBy time: Timestamp?, except runs: Set<String>) -> String? { nil }
        func debts() -> Int { 0 }
        func beginTrial(of run: String) {}
        func endTrial(of run: String?) {}
        func owned() -> Set<String> { [] }
        func takeOver(limit: Int) -> [String] { [] }
        func seize(_ run: String) -> Bool { false }
        func release(_ runs: [String]) {}
        func requestCancellation(of run: String) -> CancellationAnswer { .unknown }
        func unfinished() -> Int { 0 }
    }

    /// Leases of a process that has nothing to do, with a count of the looks for what others have written.
    private final class Idle: RunLeases, ChangeNotifying {
        let looks = Atomic(0)
        let asked = Atomic(0)
        let sleeps = Mutex<[Duration]>([])
        let lease = Duration.seconds(30)

        func waitForChange(atMost duration: Duration) throws {
            if looks.add(1, ordering: .relaxed).newValue == 5 { throw CancellationError() }
        }

        func rest(for duration: Duration) throws {
            let count = sleeps.withLock { sleeps in
                sleeps.append(duration)
                return sleeps.count
            }
            if count == 5 { throw CancellationError() }
        }

        func renew() -> [String] { [] }
        func cancellations() -> [String] {
            asked.add(1, ordering: .relaxed)
            return []
        }
        func takeDebt(dueBy time: Timestamp?, except runs: Set<String>) -> String? { nil }
        func debts() -> Int { 0 }
        func beginTrial(of run: String) {}
        func endTrial(of run: String?) {}
        func owned() -> Set<String> { [] }
        func takeOver(limit: Int) -> [String] { [] }
        func seize(_ run: String) -> Bool { false }
        func release(_ runs: [String]) {}
        func requestCancellation(of run: String) -> CancellationAnswer { .unknown }
        func unfinished() -> Int { 0 }
    }

    @Test("what others write is looked for while a run goes on; a process without one looks once a second")
    func idle() async throws {
        let engine = try await Workbench().process().engine
        let (idle, busy) = (Idle(), Idle())
        for leases in [idle, busy] {
            if leases === busy { engine.active.add("01A", RunControl()) }
            await LeaseKeeper(
                engine: engine, leases: leases, report: { _ in }, recovered: { _ in },
                sleep: { try leases.rest(for: $0) }, uptime: { .zero }
            ).run()
        }
        #expect(idle.sleeps.withLock { $0 } == Array(repeating: .seconds(1), count: 5))
        #expect(idle.looks.load(ordering: .relaxed) == 0 && idle.asked.load(ordering: .relaxed) == 4)
        #expect(busy.looks.load(ordering: .relaxed) == 5 && busy.sleeps.withLock { $0.isEmpty })
    }

    @Test(
        "a full disk is told once a minute and tried every few seconds, and the lease is renewed as soon as it can be")
    func fullDisk() async throws {
        let disk = FullDisk()
        let engine = try await Workbench().process().engine
        await LeaseKeeper(
            engine: engine, leases: disk, report: { _ in disk.state.withLock { $0.told.append($0.uptime) } },
            recovered: { duration in disk.state.withLock { $0.recovered.append(duration) } },
            sleep: { try disk.rest(for: $0) }, uptime: { disk.state.withLock { $0.uptime } }
        ).run()
        try disk.state.withLock { state in
            #expect(state.told.count == 2)
            #expect(state.recovered.count == 1)
            #expect(state.tries > 30 && state.tries < 50)
            let first = try #require(state.renewals.first { $0 >= .seconds(145) })
            #expect(first <= .seconds(148))
            // Where nothing fails, a third of the lease passes.
            let after = state.renewals.filter { $0 >= .seconds(145) }
            #expect(zip(after, after.dropFirst()).allSatisfy { $1 - $0 > .seconds(10) && $1 - $0 < .seconds(11) })
        }
    }
}
