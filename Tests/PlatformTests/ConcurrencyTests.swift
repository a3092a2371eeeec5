import Glibc
import Synchronization
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct ConcurrencyTests {
    @Test("blocking calls run at the same time, up to the pool's width, and never more")
    func width() async throws {
        let pool = WorkerPool(name: "width", width: 3)
        let meter = Meter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask { try await pool.run { meter.meet(3) } }
            }
            try await group.waitForAll()
        }
        #expect(meter.most == 3)
    }

    @Test("a pool has a thread only for work that none is free for")
    func threads() async throws {
        let pool = WorkerPool(name: "lazy", width: 8)
        #expect(try Self.threads(of: "lazy") == 0)
        #expect(try await pool.run { try Self.threads(of: "lazy") } == 1)
        let meter = Meter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await pool.run { meter.meet(4) } } }
            try await group.waitForAll()
        }
        let count = try Self.threads(of: "lazy")
        #expect((4...8).contains(count))
    }

    /// How many threads of this process have names that a pool gives.
    private static func threads(of pool: String) throws -> Int {
        let folder: Path = "/proc/self/task"
        return try Files.list(folder).filter { thread in
            // One of another test may have ended meanwhile.
            guard let name = try? Files.read(folder.appending(thread).appending("comm"), limit: 100) else {
                return false
            }
            return name.starts(with: Array("\(pool)-".utf8))
        }.count
    }

    @Test("an error of a blocking call reaches the caller")
    func error() async {
        let pool = WorkerPool(name: "error", width: 1)
        await #expect(throws: SystemError.self) {
            try await pool.run { throw SystemError("open", on: "x", code: 2) }
        }
    }

    @Test("a serial thread hands over everything in order, and ends after the last item")
    func serial() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        do {
            let thread = SerialThread<Int>(name: "serial") { items in
                for item in items { continuation.yield(item) }
            } end: {
                continuation.finish()
            }
            for number in 0..<1_000 { thread.put(number) }
        }
        var received: [Int] = []
        for await number in stream { received.append(number) }
        #expect(received == Array(0..<1_000))
    }

    /// Counts who is inside, and lets nobody out before a whole round of callers has come in.
    private final class Meter: Sendable {
        private let state = Mutex((inside: 0, most: 0, arrived: 0))
        private let leaving = WorkQueue<Void>()

        var most: Int { state.withLock { $0.most } }

        func meet(_ count: Int) {
            let isComplete = state.withLock { state in
                state.inside += 1
                state.most = max(state.most, state.inside)
                state.arrived += 1
                return state.arrived.isMultiple(of: count)
            }
            if isComplete { for _ in 0..<count { leaving.put(()) } }
            _ = leaving.take()
            state.withLock { $0.inside -= 1 }
        }
    }
}
