import CompassTesting
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

/// A folder's part of the threads that all folders share.
@Suite struct PoolShareTests {
    /// What went on, in its order, and how much of it at a time.
    private final class Record: Sendable {
        private struct State {
            var names: [String] = []
            var active = 0
            var most = 0
        }

        private let state = Mutex(State())

        var names: [String] { state.withLock { $0.names } }
        var most: Int { state.withLock { $0.most } }

        func note(_ name: String, _ body: () -> Void = {}) {
            state.withLock { state in
                state.names.append(name)
                state.active += 1
                state.most = max(state.most, state.active)
            }
            body()
            state.withLock { $0.active -= 1 }
        }
    }

    @Test("of many calls no more than the limit go on at a time, and each is made once")
    func limit() async throws {
        let (record, share) = (Record(), PoolShare(of: WorkerPool(name: "share", width: 4), limit: 2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 { group.addTask { try await share.run { record.note("\(number)") } } }
            try await group.waitForAll()
        }
        #expect(Set(record.names).count == 1_000 && record.names.count == 1_000)
        #expect(record.most <= 2)
    }

    @Test("a folder with much to do lets another one have its turn")
    func turns() async throws {
        let pool = WorkerPool(name: "share", width: 1)
        let (busy, other, record) = (PoolShare(of: pool), PoolShare(of: pool), Record())
        let (gate, isHeld) = (ThreadGate(), AsyncSignal())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await busy.run {
                    isHeld.wake()
                    gate.wait()
                }
            }
            _ = await isHeld.wait(atMost: nil)
            // All of it waits for the one thread, the other folder's call last.
            for _ in 0..<PoolShare.turn * 3 { Self.enqueue("busy", on: busy, record, &group) }
            Self.enqueue("other", on: other, record, &group)
            gate.open()
            try await group.waitForAll()
        }
        let place = try #require(record.names.firstIndex(of: "other"))
        #expect(place < PoolShare.turn * 3, "\(place)")
    }

    private static func enqueue(
        _ name: String, on share: PoolShare, _ record: Record, _ group: inout ThrowingTaskGroup<Void, any Error>
    ) {
        // Waits in the share's line from here on, not only once the cooperative pool has begun with it.
        group.addTask(executorPreference: share) { record.note(name) }
    }

    @Test("a call that goes on sees that its task was cancelled: a large file is not read to its end then")
    func cancelled() async throws {
        let share = PoolShare(of: WorkerPool(name: "share", width: 1))
        let (gate, isHeld) = (ThreadGate(), AsyncSignal())
        let call = Task {
            try await share.run {
                isHeld.wake()
                gate.wait()
                return Task.isCancelled
            }
        }
        _ = await isHeld.wait(atMost: nil)
        call.cancel()
        gate.open()
        #expect(try await call.value)
    }
}
