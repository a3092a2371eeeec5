import CompassTesting
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Representations
import Synchronization
import Testing

/// `for-each`.
@Suite struct LoopTests {
    @Test("elements start in the order of the list, never more than max-parallel at a time, and are counted")
    func limit() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            inputs: { list: { type: list, of: integer, required: true } }
            stages: [{ id: a, uses: ask, for-each: "${{ inputs.list }}", max-parallel: 3 }]
            """)
        let state = Mutex<(active: Int, most: Int)>((0, 0))
        let full = Gate()
        for index in 0..<50 {
            bench.world.on("a[\(index)]") { context in
                let active = state.withLock { state in
                    state.active += 1
                    state.most = max(state.most, state.active)
                    return state.active
                }
                // Three are at work at a time, certainly.
                if active == 3 { full.open() }
                await full.wait()
                state.withLock { $0.active -= 1 }
                return [:]
            }
        }
        let process = try await bench.process()
        let result = try await process.run(pipeline, inputs: ["list": .list((0..<50).map { .integer($0) })])
        #expect(result.run.status == .succeeded)
        #expect(state.withLock { $0.most } == 3)
        #expect(
            result.stages[0].outputs == ["count": 50, "succeeded": 50, "failed": 0, "rejected": 0, "skipped": 0])
        let items = try await process.store.items(ofRun: result.run.id, position: 0, after: nil, limit: 100)
        #expect(items.map(\.item) == Array(0..<50))
        #expect(zip(items, items.dropFirst()).allSatisfy { $0.startedAt < $1.startedAt })
    }

    @Test("with fail-fast no element starts after a failure; without it all do", arguments: [true, false])
    func failFast(isOn: Bool) async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, for-each: [x, y, z], max-parallel: 1, fail-fast: \(isOn) }]")
        bench.world.fails("a[y].before", .rejected("bad", "It is bad."))
        let process = try await bench.process()
        let result = try await process.run(pipeline)
        #expect(result.run.status == .rejected)
        #expect(
            result.run.error?.message == "1 of 3 elements did not succeed. Element 2 (`y`): It is bad.")
        #expect(
            result.stages[0].outputs
                == ["count": 3, "succeeded": isOn ? 1 : 2, "failed": 0, "rejected": 1, "skipped": isOn ? 1 : 0])
        #expect(result.items.map(\.item) == [1])
        #expect(result.items.first?.error?.message == "Element 2 (`y`): It is bad.")
        #expect(
            bench.world.deeds
                == (isOn
                    ? ["did a[x]#1", "undid a[x]#1"]
                    : ["did a[x]#1", "did a[z]#1", "undid a[z]#1", "undid a[x]#1"]))
    }

    @Test("the run is of the worst status of its elements, and says how many did not succeed")
    func worst() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: ask, for-each: [x, y, z], max-parallel: 1, fail-fast: false }]")
        bench.world.fails("a[x]", .rejected("bad", "It is bad."))
        bench.world.fails("a[z]")
        let result = try await bench.process().run(pipeline)
        #expect(result.run.status == .failed)
        #expect(
            result.run.error?.message == "2 of 3 elements did not succeed. Element 1 (`x`): It is bad.")
    }

    @Test("a process that goes on in the middle of elements does none of them again")
    func resumed() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, for-each: [v, w, x, y, z], max-parallel: 2 }]")
        bench.world.dies("a[y]")
        try await bench.begin(pipeline)
        bench.world.on("a[y]") { _ in [:] }
        let results = try await bench.process().recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(results.first?.stages[0].outputs["succeeded"] == 5)
        #expect(
            Set(bench.world.deeds) == ["did a[v]#1", "did a[w]#1", "did a[x]#1", "did a[y]#1", "did a[z]#1"])
        #expect(bench.world.deeds.count == 5)
    }

    @Test("a retry does again only the elements that did not succeed")
    func retry() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: do, for-each: [x, y, z], max-parallel: 1, fail-fast: false, irreversible: true }
            """)
        bench.world.fails("a[y].before")
        let process = try await bench.process()
        let failed = try await process.run(pipeline)
        #expect(failed.run.status == .failed)
        bench.world.on("a[y].before") { _ in [:] }
        let detail = try #require(try await process.store.run(failed.run.id))
        let again = try await process.run(
            pipeline, continuing: Continuation(origin: detail, kind: .retry, from: 0))
        #expect(again.run.status == .succeeded)
        #expect(again.stages[0].outputs["succeeded"] == 3)
        #expect(bench.world.deeds == ["did a[x]#1", "did a[z]#1", "did a[y]#2"])
        let items = try await process.store.items(ofRun: again.run.id, position: 0, after: nil, limit: 10)
        #expect(items.map(\.isReused) == [true, false, true])
    }
}
