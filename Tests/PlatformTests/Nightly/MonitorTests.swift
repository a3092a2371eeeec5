import CompassTesting
import Platform
import Testing

@Suite(.timeLimit(.minutes(2))) struct MonitorTests {
    @Test("a wait with a limit ends at it, and one whose time has passed at once")
    func limits() {
        let monitor = Monitor()
        monitor.withLock {
            let limit = ContinuousClock.now + .milliseconds(20)
            // It may return early.
            while ContinuousClock.now < limit { monitor.wait(until: limit) }
            #expect(ContinuousClock.now >= limit)
            monitor.wait(until: .now - .seconds(5))
        }
    }

    @Test("whoever waits has the lock again when it is woken, and sees what was changed")
    func change() async throws {
        let monitor = Monitor()
        let state = Guarded()
        let pool = WorkerPool(name: "monitor", width: 4)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await pool.run {
                        monitor.withLock {
                            while !state.isOpen { monitor.wait() }
                            state.count += 1
                            return state.count
                        }
                    }
                }
            }
            group.addTask {
                try await pool.run {
                    monitor.withLock { state.isOpen = true }
                    monitor.wakeAll()
                    return 0
                }
            }
            var all: Set<Int> = []
            for try await number in group { all.insert(number) }
            #expect(all == [0, 1, 2, 3])
        }
    }

    @Test(
        "no wake-up is lost where many take and each element is only put once the one before was taken",
        arguments: Nightly.isOn ? [3, 24] : [24])
    func wakeUps(takers: Int) async throws {
        let (putters, rounds) = (3, Nightly.isOn ? 10_000 : 2_000)
        let pool = WorkerPool(name: "lost", width: takers + putters)
        let queue = WorkQueue<Int>()
        let answers = (0..<putters).map { _ in WorkQueue<Void>() }
        let taken = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<takers {
                group.addTask {
                    try await pool.run {
                        var taken = 0
                        while let putter = queue.take() {
                            taken += 1
                            answers[putter].put(())
                        }
                        return taken
                    }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for putter in 0..<putters {
                    group.addTask {
                        try await pool.run {
                            for _ in 0..<rounds {
                                queue.put(putter)
                                _ = answers[putter].take()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            queue.close()
            return try await group.reduce(0, +)
        }
        #expect(taken == putters * rounds)
    }
}

/// `@unchecked Sendable`: touched only with the monitor's lock.
private final class Guarded: @unchecked Sendable {
    var isOpen = false
    var count = 0

}
