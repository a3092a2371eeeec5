import Platform
import Testing

@Suite(.timeLimit(.minutes(2))) struct GuardedTests {
    private struct Refused: Error, Equatable {}

    @Test("no change of many threads is lost, and each sees what was changed before it")
    func concurrency() async throws {
        let counts = Guarded<[Int]>([])
        let pool = WorkerPool(name: "guarded", width: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        for _ in 0..<2_000 { counts.withLock { $0.append($0.count) } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counts.withLock { $0 } == Array(0..<16_000))
    }

    @Test("what the body throws comes out, and the value is free and as the body left it")
    func error() {
        let value = Guarded(1)
        #expect(throws: Refused()) {
            try value.withLock { value throws(Refused) in
                value = 2
                throw Refused()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
