import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// Groups beside trouble, and the threads of their children.
@Suite struct GroupVariantTests {
    @Test("a journal that cannot be written when a group begins fails the run instead of leaving it running")
    func journalTrouble() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        bench.world.on("first") { _ in
            process.journal.trouble.begin(at: .transact)
            return [:]
        }
        bench.world.on("h") { _ in
            process.journal.trouble.end()
            return [:]
        }
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: first, uses: ask }
              - id: both
                parallel: [{ id: a, uses: do }, { id: b, uses: do }]
            on-failure: [{ id: h, uses: ask }]
            """)
        let result = try await process.run(pipeline)
        #expect(!result.isAbandoned)
        #expect(result.run.status == .failed)
        #expect(result.run.error?.kind == "disk-full")
        #expect(bench.world.deeds == [])
        #expect(try await process.store.unfinished() == 0)
    }

    @Test("stages run on the threads of the engine's pool, also after they have waited for something")
    func threads() async throws {
        let bench = try Workbench()
        let names = Mutex<[String]>([])
        for id in ["a", "b"] {
            bench.world.on(id) { _ in
                await Task.yield()
                names.withLock { $0.append(threadName()) }
                return [:]
            }
        }
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: ask }, { id: w, uses: write }, { id: b, uses: ask, timeout: 1h }]")
        _ = try await bench.process().run(pipeline)
        #expect(names.withLock { $0 }.allSatisfy { $0.hasPrefix("test-") }, "\(names.withLock { $0 })")
    }
}
