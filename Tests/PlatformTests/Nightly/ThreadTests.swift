import Glibc
import Synchronization
import Testing

@testable import Platform

/// Threads that cannot be had, and what is left of them.
@Suite(.timeLimit(.minutes(2))) struct ThreadTests {
    @Test("a pool's threads are no more favoured than the process, whoever gives them work")
    func priority() async throws {
        let pool = WorkerPool(name: "plain", width: 1)
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let favoured = SerialThread<Void>(name: "favoured", isFavoured: true) { _ in
            pool.submit { continuation.yield(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
        }
        favoured.put(())
        var found = stream.makeAsyncIterator()
        #expect(await found.next() == getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid())))
        withExtendedLifetime(favoured) {}
    }

    @Test("where no further thread can be had, those that there are do the work")
    func fewThreads() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let asked = Atomic(0)
        let queue = WorkQueue<Int>(maxTakers: 4) { queue, number in
            asked.add(1, ordering: .relaxed)
            if number > 0 { return false }
            return WorkerThread.tryStart(name: "only") {
                queue.serve { continuation.yield($0) }
                continuation.finish()
            }
        }
        for number in 0..<1_000 { queue.put(number) }
        queue.close()
        var received: [Int] = []
        for await number in stream { received.append(number) }
        #expect(received == Array(0..<1_000))
        #expect(asked.load(ordering: .relaxed) > 1)
    }

    @Test("threads that have ended give their stacks back")
    func stacks() async throws {
        let before = try Self.addressSpace()
        // Each has a stack of 1 MiB.
        for _ in 0..<40 {
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        let (ended, end) = AsyncStream.makeStream(of: Void.self)
                        let thread = SerialThread<Int>(name: "short", drain: { _ in }, end: { end.finish() })
                        thread.put(1)
                        withExtendedLifetime(thread) {}
                        return ended
                    }
                }
                for await ended in group { for await _ in ended {} }
            }
        }
        // Other tests have threads of their own meanwhile, but never thousands.
        #expect(try Self.addressSpace() - before < 2_000 << 20)
    }

    /// Of this process, in bytes; proc_pid_statm(5).
    private static func addressSpace() throws -> Int {
        let text = String(decoding: try Files.read("/proc/self/statm", limit: 4_096), as: UTF8.self)
        let pages = Int(try #require(text.split(separator: " ").first))
        return try #require(pages) * sysconf(Int32(_SC_PAGESIZE))
    }
}
