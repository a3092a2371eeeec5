import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// `parallel`.
@Suite struct GroupTests {
    private static let text = """
        stages:
          - id: both
            parallel:
              - { id: a, uses: ask }
              - { id: b, uses: fact }
          - { id: z, uses: ask }
        """

    @Test("the children of a group run side by side, and what both gave is known afterwards")
    func sideBySide() async throws {
        let bench = try Workbench()
        let (first, second) = (Gate(), Gate())
        // Neither can end before the other one has begun.
        bench.world.on("a") { _ in
            first.open()
            await second.wait()
            return ["seen": 1]
        }
        bench.world.on("b.before") { _ in
            second.open()
            await first.wait()
            return [:]
        }
        bench.world.on("z") { context in
            let stages = context.environment.roots["stages"]
            return [
                "seen": stages?["a"]?["outputs"]?["seen"] ?? .null,
                "id": context.environment.roots["document"]?["id"] ?? .null,
            ]
        }
        let result = try await bench.process().run(Workbench.pipeline(Self.text))
        #expect(result.run.status == .succeeded)
        #expect(result.stages.last?.outputs == ["seen": 1, "id": "b#1"])
    }

    @Test("a child that fails ends the run after its siblings are done, and these are taken back")
    func failure() async throws {
        let bench = try Workbench()
        let failed = Gate()
        bench.world.on("a") { _ in
            failed.open()
            throw StageError.failed(.other, "broken", "It broke.")
        }
        bench.world.on("b.before") { _ in
            await failed.wait()
            return [:]
        }
        let result = try await bench.process().run(Workbench.pipeline(Self.text))
        #expect(result.run.error?.stage == "a")
        #expect(result.stages.map(\.status) == [.failed, .failed, .succeeded, .skipped])
        #expect(bench.world.deeds == ["did b#1", "undid b#1"])
    }

    @Test("max-parallel holds for the children of a group, and fail-fast keeps the rest from starting")
    func limit() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - id: all
                max-parallel: 2
                fail-fast: true
                parallel:
                  - { id: a, uses: ask }
                  - { id: b, uses: ask }
                  - { id: c, uses: ask }
                  - { id: d, uses: ask }
            """)
        let active = Mutex<(now: Int, most: Int)>((0, 0))
        let both = Gate()
        for id in ["a", "b", "c", "d"] {
            bench.world.on(id) { _ in
                let now = active.withLock { active in
                    active.now += 1
                    active.most = max(active.most, active.now)
                    return active.now
                }
                if now == 2 { both.open() }
                await both.wait()
                active.withLock { $0.now -= 1 }
                if id == "a" || id == "b" { throw StageError.failed(.other, "broken", "It broke.") }
                return [:]
            }
        }
        let result = try await bench.process().run(pipeline)
        #expect(active.withLock { $0.most } == 2)
        #expect(result.run.status == .failed)
        #expect(result.stages.suffix(1).map(\.status) == [.skipped])
    }
}
