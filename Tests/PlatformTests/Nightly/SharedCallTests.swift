import CompassTesting
import Platform
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct SharedCallTests {
    private struct Refused: Error {}

    private final class Counters: Sendable {
        let calls = Atomic(0)
        let written = Atomic(0)
        let durable = Atomic(0)
    }

    @Test("who asks while a call goes on is served by the next one, all of them by one")
    func shared() async throws {
        let call = SharedCall()
        let state = Counters()
        let (begun, goesOn) = (Gate(), ThreadGate())
        let pool = WorkerPool(name: "shared", width: 9)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await pool.run {
                    call.run {
                        _ = state.calls.add(1, ordering: .relaxed)
                        begun.open()
                        goesOn.wait()
                    }
                }
            }
            await begun.wait()
            let all = Gate()
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        if state.written.add(1, ordering: .relaxed).newValue == 8 { all.open() }
                        call.run { _ = state.calls.add(1, ordering: .relaxed) }
                    }
                }
            }
            await all.wait()
            goesOn.open()
            try await group.waitForAll()
        }
        // Those that had not come to wait yet when the first call ended may have had calls of their own.
        #expect((2...9).contains(state.calls.load(ordering: .relaxed)))
    }

    @Test("nobody returns before a call that began after the asking has ended")
    func covered() async throws {
        let call = SharedCall()
        // What a call makes durable is what was there when it began.
        let state = Counters()
        let pool = WorkerPool(name: "shared", width: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        for _ in 0..<2_000 {
                            let mine = state.written.add(1, ordering: .sequentiallyConsistent).newValue
                            call.run {
                                let there = state.written.load(ordering: .sequentiallyConsistent)
                                state.durable.max(there, ordering: .sequentiallyConsistent)
                            }
                            #expect(state.durable.load(ordering: .sequentiallyConsistent) >= mine)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("those who have announced themselves are waited for, and served by one call")
    func announced() async throws {
        let call = SharedCall(pause: .seconds(600))
        let state = Counters()
        let pool = WorkerPool(name: "shared", width: 8)
        let all = AllAnnounced(8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        let announcement = call.announce()
                        all.arrive()
                        announcement.run { _ = state.calls.add(1, ordering: .relaxed) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(state.calls.load(ordering: .relaxed) == 1)
    }

    @Test("nobody is waited for who has taken his announcement back")
    func withdrawn() async throws {
        let call = SharedCall(pause: .seconds(600))
        let state = Counters()
        let pool = WorkerPool(name: "shared", width: 2)
        let (announced, goesOn) = (Gate(), ThreadGate())
        async let other: Void = pool.run {
            let announcement = call.announce()
            announced.open()
            goesOn.wait()
            _ = consume announcement
        }
        await announced.wait()
        async let asker: Void = pool.run {
            // Before the wait or during it.
            goesOn.open()
            call.run { _ = state.calls.add(1, ordering: .relaxed) }
        }
        _ = try await (other, asker)
        #expect(state.calls.load(ordering: .relaxed) == 1)
    }

    @Test("who never comes is waited for no longer than the pause")
    func missing() async throws {
        let call = SharedCall(pause: .milliseconds(1))
        let state = Counters()
        try await WorkerPool(name: "shared", width: 1).run {
            let announcement = call.announce()
            call.run { _ = state.calls.add(1, ordering: .relaxed) }
            _ = consume announcement
        }
        #expect(state.calls.load(ordering: .relaxed) == 1)
    }

    @Test("who has announced himself and is told of a failure is waited for no more")
    func failingAnnounced() async throws {
        let call = SharedCall(pause: .seconds(600))
        let state = Counters()
        try await WorkerPool(name: "shared", width: 1).run {
            let announcement = call.announce()
            do throws(Refused) {
                try announcement.run { () throws(Refused) in throw Refused() }
                Issue.record("the failure is not told")
            } catch {}
            call.run { _ = state.calls.add(1, ordering: .relaxed) }
        }
        #expect(state.calls.load(ordering: .relaxed) == 1)
    }

    /// Lets all go on when the last has come.
    private final class AllAnnounced: Sendable {
        private let monitor = Monitor()
        private let missing: Mutex<Int>

        init(_ count: Int) { missing = Mutex(count) }

        func arrive() {
            monitor.lock()
            missing.withLock { $0 -= 1 }
            while missing.withLock({ $0 }) > 0 { monitor.wait() }
            monitor.unlock()
            monitor.wakeAll()
        }
    }

    @Test("a failure is told to the one whose call it was; the others call for themselves")
    func failing() async throws {
        let call = SharedCall()
        let state = Counters()
        let (begun, goesOn) = (Gate(), ThreadGate())
        let pool = WorkerPool(name: "shared", width: 2)
        let first = Task {
            try await pool.run {
                try call.run { () throws(Refused) in
                    begun.open()
                    goesOn.wait()
                    throw Refused()
                }
            }
        }
        await begun.wait()
        let second = Task { try await pool.run { call.run { _ = state.calls.add(1, ordering: .relaxed) } } }
        goesOn.open()
        await #expect(throws: Refused.self) { try await first.value }
        try await second.value
        #expect(state.calls.load(ordering: .relaxed) == 1)
    }
}
