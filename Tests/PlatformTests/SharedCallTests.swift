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
