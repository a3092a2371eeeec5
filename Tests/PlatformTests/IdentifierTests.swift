import Platform
import Synchronization
import Testing

@Suite struct IdentifierTests {
    @Test("run ids made in one millisecond, and while the clock goes back, increase")
    func increase() {
        let start = Timestamp.now()
        var former = Identifier.run(at: start)
        for step in 0..<10_000 {
            let id = Identifier.run(at: start.advanced(by: .milliseconds(step % 7 == 0 ? -50 : 0)))
            #expect(id > former)
            #expect(id.utf8.count == 26)
            former = id
        }
    }

    @Test("run ids of one millisecond are told from each other by three characters behind their time")
    func apart() {
        let start = Timestamp.now()
        let made = (0..<64).map { _ in Identifier.run(at: start) }
        #expect(Set(made.map { $0.prefix(13) }).count == 64)
    }

    @Test("identifiers made by many threads at once are unique")
    func unique() async throws {
        let pool = WorkerPool(name: "ids", width: 4)
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await pool.run {
                        for _ in 0..<500 {
                            let (run, uuid) = (Identifier.run(), Identifier.uuid())
                            seen.insert([run, uuid])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(seen.count == 4_000)
    }

    @Test("a UUID has version 7, the RFC's variant and its time in front")
    func uuid() {
        let uuid = Identifier.uuid(at: Timestamp(microseconds: 0x0123_4567_89AB * 1_000))
        #expect(uuid.hasPrefix("01234567-89ab-7"))
        #expect(["8", "9", "a", "b"].contains(String(Array(uuid)[19])))
    }

    private final class Seen: Sendable {
        private let ids = Mutex(Set<String>())

        var count: Int { ids.withLock { $0.count } }

        func insert(_ new: [String]) {
            ids.withLock { $0.formUnion(new) }
        }
    }
}
